import { Container, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SourceStatus } from "../../../src/dashboard-api/api-types.ts";
import { queries } from "../api/queries.ts";
import { formatAgo, formatNumber, formatTime } from "../format.ts";
import { usePageTitle } from "../parts/page.tsx";
import { QueryView } from "../parts/query-view.tsx";
import { StateBadge } from "../parts/state-badge.tsx";

const headlines = {
  ok: "All sources are working",
  degraded: "Some sources have trouble",
  down: "No source is answering",
} as const;

export function StatusPage() {
  usePageTitle("Status");
  const query = useQuery(queries.status);
  return (
    <Container size="sm" py="xl">
      <QueryView query={query}>
        {({ state, checked_at, sources }) => (
          <Stack gap="md">
            <div>
              <Title order={1}>{headlines[state]}</Title>
              <Text c="dimmed" mt={4} role="status">
                As of {formatTime(checked_at)}. From the last runs of each source.
              </Text>
            </div>
            <Stack gap={0} className="surface" component="ul" p={0} style={{ listStyle: "none" }}>
              {sources.map((source, index) => (
                <SourceLine key={source.source} source={source} first={index === 0} />
              ))}
            </Stack>
          </Stack>
        )}
      </QueryView>
    </Container>
  );
}

function SourceLine({ source, first }: { source: SourceStatus; first: boolean }) {
  const runs = source.ok + source.failed;
  return (
    <Group
      component="li"
      justify="space-between"
      p="md"
      style={first ? undefined : { borderTop: "1px solid var(--line)" }}
      wrap="nowrap"
    >
      <div>
        <Text fw={600}>{source.title}</Text>
        <Text size="sm" c="dimmed">
          {runs === 0 ? "No runs yet" : `${formatNumber(source.ok)} of the last ${formatNumber(runs)} runs went well`}
          {source.last_error_at && `; last trouble ${formatAgo(source.last_error_at)}`}
        </Text>
      </div>
      <StateBadge state={source.state} />
    </Group>
  );
}
