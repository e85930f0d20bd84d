import { Anchor, Badge, Button, Code, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { KeyView, NewKeyAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { RotateConfirm } from "../parts/rotate-confirm.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { formatAgo, formatNumber, formatTime, windowLabels } from "../ui/format.ts";
import { IconRefresh, IconTrash } from "../ui/icons.tsx";
import { Time } from "../ui/time.tsx";
import { KeyState } from "./key-state.tsx";
import { showNewKey } from "./new-key.ts";

export function KeyCard({ apiKey }: { apiKey: KeyView }) {
  const [asking, setAsking] = useState<"rotate" | "revoke" | null>(null);
  const rotate = useChange(
    (overlap_hours: number) => api.post<NewKeyAnswer>(`/keys/${apiKey.id}/rotate`, { overlap_hours }),
    {
      onDone: ({ key, api_key }) => {
        showNewKey({ name: key.name, secret: api_key, sources: key.sources, usageContext: key.usage_context });
        window.scrollTo({ top: 0 });
        setAsking(null);
      },
    },
  );
  const revoke = useChange(() => api.delete(`/keys/${apiKey.id}`), { onDone: () => setAsking(null) });
  const revoked = apiKey.revoked_at !== null;
  return (
    <article className="surface" style={{ padding: 20 }} aria-label={`Key ${apiKey.name}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6}>
          <Group gap="xs">
            <Anchor component={Link} to={`/keys/${apiKey.id}`} fw={600} c="var(--mantine-color-text)">
              {apiKey.name}
            </Anchor>
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
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              onClick={() => setAsking("rotate")}
            >
              Rotate
            </Button>
            <Button
              size="xs"
              variant="light"
              color="red"
              leftSection={<IconTrash size={14} />}
              onClick={() => setAsking("revoke")}
            >
              Revoke
            </Button>
          </Group>
        )}
      </Group>
      <KeyLimits apiKey={apiKey} />
      {!revoked && <Windows apiKey={apiKey} />}
      <RotateConfirm
        opened={asking === "rotate"}
        title={`Rotate ${apiKey.name}`}
        what="key"
        about="You get a new key with the same limits. Choose how long the old one still works."
        busy={rotate.isPending}
        onRotate={rotate.mutate}
        onClose={() => setAsking(null)}
      />
      <Confirm
        opened={asking === "revoke"}
        title={`Revoke ${apiKey.name}`}
        action="Revoke the key"
        danger
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setAsking(null)}
      >
        <Text size="sm">Calls with this key will be refused. This cannot be undone. The key's history stays.</Text>
      </Confirm>
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
