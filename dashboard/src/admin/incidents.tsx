import { Anchor, Badge, Button, Group, SegmentedControl, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { AdminIncidents } from "../../../src/entry/dashboard/admin-api-types.ts";
import { api } from "../api/call.ts";
import { Empty } from "../ui/empty.tsx";
import { formatAgo, formatTime } from "../ui/format.ts";
import { IconCircleCheck } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

const route = getRouteApi("/signed-in/admin-only/admin/incidents");

/** What broke at the sources, newest first. */
export function IncidentsPage() {
  const { state = "open" } = route.useSearch();
  const navigate = route.useNavigate();
  const path = `/admin/incidents?state=${state === "all" ? "all" : "open"}`;
  const query = useInfiniteQuery({
    queryKey: [path],
    queryFn: ({ pageParam }) => api.get<AdminIncidents>(pageParam === null ? path : `${path}&cursor=${pageParam}`),
    initialPageParam: null as number | null,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    refetchInterval: 30_000,
  });
  return (
    <Page
      title="Incidents"
      about="Problems of the sources, with evidence to fix them."
      actions={
        <SegmentedControl
          aria-label="Which"
          data={[
            { value: "open", label: "Open" },
            { value: "all", label: "All" },
          ]}
          value={state === "all" ? "all" : "open"}
          onChange={(value) => navigate({ search: { state: value }, replace: true })}
        />
      }
    >
      <QueryView query={query}>
        {({ pages }) => {
          const incidents = pages.flatMap((page) => page.incidents);
          if (incidents.length === 0) {
            return (
              <Empty icon={IconCircleCheck} title={state === "all" ? "No incidents yet" : "Nothing is broken"}>
                An incident opens automatically when calls fail, a field is lost or a canary fails.
              </Empty>
            );
          }
          return (
            <>
              <ScrollTable label="Incidents">
                <Table.Thead>
                  <Table.Tr>
                    {["Incident", "State", "Began", "Ended", "Kept", "Note"].map((label) => (
                      <Table.Th key={label} scope="col">
                        {label}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {incidents.map((incident) => (
                    <Table.Tr key={incident.no}>
                      <Table.Th scope="row">
                        <Anchor component={Link} to={`/admin/incidents/${incident.no}`} size="sm">
                          {incident.title}: {incident.kind}
                          {incident.field && ` of ${incident.field}`}
                        </Anchor>
                        <Text size="xs" c="dimmed" className="cell-text" title={incident.reason}>
                          {incident.reason}
                        </Text>
                      </Table.Th>
                      <Table.Td>
                        <StateBadge state={incident.closed_at === null ? incident.state : "ok"} />
                      </Table.Td>
                      <Table.Td title={formatTime(incident.opened_at)}>{formatAgo(incident.opened_at)}</Table.Td>
                      <Table.Td>{incident.closed_at === null ? "" : formatAgo(incident.closed_at)}</Table.Td>
                      <Table.Td>
                        <Group gap={4} wrap="nowrap">
                          {incident.has_response && <Badge variant="light">response</Badge>}
                          {incident.has_recording && <Badge variant="light">recording</Badge>}
                        </Group>
                      </Table.Td>
                      <Table.Td>
                        <Text size="sm" className="cell-text">
                          {incident.note}
                        </Text>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </ScrollTable>
              {query.hasNextPage && (
                <Group justify="center">
                  <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                    Show older incidents
                  </Button>
                </Group>
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}
