import { Badge, Code, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import type { KeyView } from "../../../src/endpoints/dashboard/types.ts";
import { formatAgo, formatNumber, formatTime, windowLabels } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";
import { Time } from "../ui/time.tsx";
import { KeyActions } from "./key-actions.tsx";
import { KeyState, pointsSpent, TestBadge } from "./key-state.tsx";

/** A key at the top of its page: what it may do, and its use of the rate windows. */
export function KeyCard({ apiKey }: { apiKey: KeyView }) {
  const revoked = apiKey.revoked_at !== null;
  return (
    <article className="surface" style={{ padding: 20 }} aria-label={`Key ${apiKey.name}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6}>
          <Group gap="xs">
            {apiKey.is_primary && <Badge>Primary</Badge>}
            <TestBadge apiKey={apiKey} />
            {apiKey.usage_context === "mcp_only" && <Badge color="grape">MCP only</Badge>}
            {!revoked && apiKey.previous_ends_at !== null && apiKey.previous_ends_at > Date.now() && (
              <Badge color="yellow" title={formatTime(apiKey.previous_ends_at)}>
                Old secret works until {formatTime(apiKey.previous_ends_at)}
              </Badge>
            )}
            <KeyState apiKey={apiKey} />
          </Group>
          <Group gap="md">
            <Code>{apiKey.prefix}…</Code>
            <Note>{apiKey.last_used_at ? `Last used ${formatAgo(apiKey.last_used_at)}` : "Not used yet"}</Note>
            <Note>
              Created <Time at={apiKey.created_at} as="ago" />, key of {apiKey.person_name || "a deleted person"}
            </Note>
          </Group>
        </Stack>
        {!revoked && <KeyActions apiKey={apiKey} />}
      </Group>
      <KeyLimits apiKey={apiKey} />
      {!revoked && <Windows apiKey={apiKey} />}
    </article>
  );
}

function KeyLimits({ apiKey }: { apiKey: KeyView }) {
  const limits = [
    apiKey.sources ? `Sources: ${apiKey.sources.join(", ")}` : "All sources",
    `${pointsSpent(apiKey)} points spent`,
    ...(apiKey.retain === "none" ? ["Keeps nothing of its calls"] : []),
    ...(apiKey.networks ? [`From ${apiKey.networks.join(", ")}`] : []),
    apiKey.expires_at ? `Expires ${formatTime(apiKey.expires_at)}` : "Does not expire",
  ];
  return <Note mt="xs">{limits.join(" · ")}</Note>;
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
