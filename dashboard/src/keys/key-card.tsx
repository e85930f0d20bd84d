import { Badge, Code, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import type { KeyView, NewKeyAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { DeleteButton } from "../parts/delete-button.tsx";
import { RotateButton } from "../parts/rotate-button.tsx";
import { formatAgo, formatNumber, formatTime, windowLabels } from "../ui/format.ts";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";
import { KeyState } from "./key-state.tsx";
import { showNewKey } from "./new-key.ts";

export function KeyCard({ apiKey }: { apiKey: KeyView }) {
  const path = `/keys/${apiKey.id}`;
  const revoked = apiKey.revoked_at !== null;
  return (
    <article className="surface" style={{ padding: 20 }} aria-label={`Key ${apiKey.name}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6}>
          <Group gap="xs">
            <TextLink to={`/keys/${apiKey.id}`} size="md" fw={600} c="var(--mantine-color-text)">
              {apiKey.name}
            </TextLink>
            {apiKey.is_primary && <Badge variant="light">Primary</Badge>}
            {apiKey.usage_context === "mcp_only" && (
              <Badge variant="light" color="grape">
                MCP only
              </Badge>
            )}
            {!revoked && apiKey.previous_ends_at !== null && apiKey.previous_ends_at > Date.now() && (
              <Badge variant="light" color="yellow" title={formatTime(apiKey.previous_ends_at)}>
                Old secret works until {formatTime(apiKey.previous_ends_at)}
              </Badge>
            )}
            {(revoked || apiKey.expires_at !== null) && <KeyState apiKey={apiKey} />}
          </Group>
          <Group gap="md">
            <Code>{apiKey.prefix}…</Code>
            <Text size="sm" c="dimmed">
              {apiKey.last_used_at ? `Last used ${formatAgo(apiKey.last_used_at)}` : "Not used yet"}
            </Text>
            <Text size="sm" c="dimmed">
              Created <Time at={apiKey.created_at} as="ago" />
            </Text>
          </Group>
        </Stack>
        {!revoked && (
          <Group gap="xs">
            <RotateButton
              title={`Rotate ${apiKey.name}`}
              what="key"
              about="You get a new key with the same limits. Choose how long the old one still works."
              rotate={(overlap_hours) => api.post<NewKeyAnswer>(`${path}/rotate`, { overlap_hours })}
              onRotated={({ key, api_key }) =>
                showNewKey({ name: key.name, secret: api_key, sources: key.sources, usageContext: key.usage_context })
              }
            >
              Rotate
            </RotateButton>
            <DeleteButton
              path={path}
              title={`Revoke ${apiKey.name}`}
              action="Revoke key"
              about="Calls with this key will be refused. This cannot be undone. The key's history stays."
              size="xs"
              variant="light"
            >
              Revoke
            </DeleteButton>
          </Group>
        )}
      </Group>
      <KeyLimits apiKey={apiKey} />
      {!revoked && <Windows apiKey={apiKey} />}
    </article>
  );
}

function KeyLimits({ apiKey }: { apiKey: KeyView }) {
  const limits = [
    apiKey.sources ? `Sources: ${apiKey.sources.join(", ")}` : "All sources",
    apiKey.spending_cap === null
      ? `${formatNumber(apiKey.spent)} points spent`
      : `${formatNumber(apiKey.spent)} of ${formatNumber(apiKey.spending_cap)} points spent`,
    ...(apiKey.networks ? [`From ${apiKey.networks.join(", ")}`] : []),
    apiKey.expires_at ? `Expires ${formatTime(apiKey.expires_at)}` : "Does not expire",
  ];
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {limits.join(" · ")}
    </Text>
  );
}

const thisWindow = (name: KeyView["windows"][number]["name"]): string =>
  `${name === "ten_second" ? "These" : "This"} ${windowLabels[name]}`;

function Windows({ apiKey }: { apiKey: KeyView }) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, lg: 5 }} mt="md" spacing="md">
      {apiKey.windows.map(({ name, limit, usage }) => (
        <div key={name}>
          <Group justify="space-between" gap={4} mb={4}>
            <Text size="xs" c="dimmed">
              {thisWindow(name)}
            </Text>
            <Text size="xs" fw={500}>
              {formatNumber(usage)} / {formatNumber(limit)}
            </Text>
          </Group>
          <Progress
            value={Math.min(100, (usage / limit) * 100)}
            color={usage >= limit ? "red" : undefined}
            size="sm"
            aria-label={`${thisWindow(name)}: ${usage} of ${limit} calls`}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}
