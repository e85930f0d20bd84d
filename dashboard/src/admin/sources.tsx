import { Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AdminSource } from "../../../src/entry/dashboard/admin-api-types.ts";
import { queries } from "../api/queries.ts";
import { formatAgo, formatNumber } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

export function SourcesPage() {
  const query = useQuery({ ...queries.at<{ sources: AdminSource[] }>("/admin/sources"), refetchInterval: 15_000 });
  return (
    <Page title="Sources" about="Health of each source from its last runs, and its rate limits.">
      <QueryView query={query}>
        {({ sources }) => (
          <ScrollTable label="Sources">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Source</Table.Th>
                <Table.Th scope="col">State</Table.Th>
                <Table.Th scope="col" ta="right">
                  Succeeded
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Failed
                </Table.Th>
                <Table.Th scope="col">Rate limit</Table.Th>
                <Table.Th scope="col">robots.txt</Table.Th>
                <Table.Th scope="col">Last problem</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sources.map((source) => (
                <Table.Tr key={source.source}>
                  <Table.Th scope="row">
                    {source.title}
                    <Text size="xs" c="dimmed">
                      {source.source}
                    </Text>
                  </Table.Th>
                  <Table.Td miw={120}>
                    <StateBadge state={source.state} />
                    {source.held && (
                      <Text size="xs" c="dimmed" title={source.held.note}>
                        held {source.held.state} by {source.held.by}
                      </Text>
                    )}
                    {source.breaker_open && (
                      <Text size="xs" c="dimmed">
                        no recent calls
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{formatNumber(source.ok)}</Table.Td>
                  <Table.Td ta="right">{formatNumber(source.failed)}</Table.Td>
                  <Table.Td>
                    {source.concurrency} at once, {source.per_second} a second
                  </Table.Td>
                  <Table.Td>
                    <Robots robots={source.robots} />
                  </Table.Td>
                  <Table.Td>
                    {source.last_error_at ? (
                      <>
                        {formatAgo(source.last_error_at)}
                        <Text size="xs" c="dimmed" className="cell-text" title={source.last_error ?? ""}>
                          {source.last_error}
                        </Text>
                      </>
                    ) : (
                      "none"
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </ScrollTable>
        )}
      </QueryView>
    </Page>
  );
}

/** What the site allows: a line where it allows everything, else the rule and what to do. */
function Robots({ robots: { state, operations } }: Pick<AdminSource, "robots">) {
  if (state === "stand-in") return <Text size="sm">none: uses its stand-in</Text>;
  if (state === "ignored") return <Text size="sm">ignored, as set by the operator</Text>;
  if (operations.length === 0) return <Text size="sm">not known yet</Text>;
  const troubles = operations.filter(({ kind }) => kind !== "allowed");
  if (troubles.length === 0) return <Text size="sm">allows every operation</Text>;
  return (
    <Stack gap={6} maw={360}>
      {troubles.map(({ operation, words, cure }) => (
        <Text key={operation} size="sm" style={{ overflowWrap: "anywhere" }}>
          <b>{operation.replace("/api/", "")}</b>: {words}.{" "}
          <Text span size="xs" c="dimmed">
            {cure}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}
