import { Anchor, Button, Group, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RequestRow, RequestsAnswer } from "../../../src/entry/dashboard/api-types.ts";
import { api } from "../api/call.ts";
import { formatAgo, formatDuration, formatNumber, formatTime } from "../ui/format.ts";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { KindBadge, StatusBadge } from "../ui/state-badge.tsx";

interface RequestsTableProps {
  /** The list's path with its filters. */
  path: string;
  /** For admins: whose request it is. */
  withAccount?: boolean;
  empty: ReactNode;
  /** Asks again every two seconds, so that new calls appear on top. */
  live?: boolean;
}

const LIVE_MS = 2_000;

/** The history, newest first, read on by cursor. */
export function RequestsTable({ path, withAccount = false, empty, live = false }: RequestsTableProps) {
  const query = useInfiniteQuery({
    queryKey: [path],
    queryFn: ({ pageParam }) =>
      api.get<RequestsAnswer>(pageParam === "" ? path : `${path}&cursor=${encodeURIComponent(pageParam)}`),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    refetchInterval: live ? LIVE_MS : false,
  });
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const rows = pages.flatMap(({ requests }) => requests);
        if (rows.length === 0) return empty;
        return (
          <>
            <ScrollTable label="Requests">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Status</Table.Th>
                  <Table.Th scope="col">Operation</Table.Th>
                  <Table.Th scope="col">When</Table.Th>
                  <Table.Th scope="col" ta="right">
                    Results
                  </Table.Th>
                  <Table.Th scope="col" ta="right">
                    Cost
                  </Table.Th>
                  <Table.Th scope="col" ta="right">
                    Duration
                  </Table.Th>
                  <Table.Th scope="col">Key</Table.Th>
                  {withAccount && <Table.Th scope="col">Account</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Row key={`${row.id}-${row.started_at}`} row={row} withAccount={withAccount} />
                ))}
              </Table.Tbody>
            </ScrollTable>
            {query.hasNextPage && (
              <Group justify="center">
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                  Show older requests
                </Button>
              </Group>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function Row({ row, withAccount }: { row: RequestRow; withAccount: boolean }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <StatusBadge status={row.status} />
          <KindBadge kind={row.kind} />
        </Group>
      </Table.Td>
      <Table.Th scope="row" fw={500}>
        {withAccount ? (
          row.endpoint
        ) : (
          <Anchor component={Link} to={`/requests/${row.id}`} size="sm">
            {row.endpoint}
          </Anchor>
        )}
        {row.error_text && (
          <Text size="xs" c="dimmed" className="cell-text" title={row.error_text}>
            {row.error_text}
          </Text>
        )}
      </Table.Th>
      <Table.Td title={formatTime(row.started_at)}>{formatAgo(row.started_at)}</Table.Td>
      <Table.Td ta="right">{row.kind === "admitted" ? formatNumber(row.results) : ""}</Table.Td>
      <Table.Td ta="right">{formatNumber(row.cost)}</Table.Td>
      <Table.Td ta="right">{row.duration_ms === null ? "" : formatDuration(row.duration_ms)}</Table.Td>
      <Table.Td>
        {row.key_name}
        <Text size="xs" c="dimmed">
          by {row.entry_point}
        </Text>
      </Table.Td>
      {withAccount && <Table.Td>{row.account_email}</Table.Td>}
    </Table.Tr>
  );
}
