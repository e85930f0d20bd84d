import { Anchor, Button, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { KeyDetail, UsageAnswer } from "../../../src/entry/dashboard/api-types.ts";
import { queries } from "../api/queries.ts";
import { BarChart } from "../ui/bar-chart.tsx";
import { formatAgo, formatNumber, formatTime } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { seriesOf } from "../usage/usage-series.ts";
import { KeyCard } from "./key-card.tsx";
import { KeySettings } from "./key-settings.tsx";
import { NewKeyCard } from "./new-key-card.tsx";

const route = getRouteApi("/signed-in/keys/$id");

/** One key: what it may do, what it spent, and where it is used from. */
export function KeyPage() {
  const { id } = route.useParams();
  const detail = useQuery(queries.at<KeyDetail>(`/keys/${encodeURIComponent(id)}`));
  const usage = useQuery(queries.at<UsageAnswer>(`/usage?days=30&key=${encodeURIComponent(id)}`));
  return (
    <Page
      title={detail.data?.key.name ?? "Key"}
      about={
        <Anchor component={Link} to="/keys" size="sm">
          All keys
        </Anchor>
      }
      actions={
        <Button component={Link} to={`/requests?key=${encodeURIComponent(id)}`} variant="default">
          Its requests
        </Button>
      }
    >
      <NewKeyCard />
      <QueryView query={detail}>
        {({ key, used_from }) => (
          <>
            <KeyCard apiKey={key} />
            <QueryView query={usage}>{(data) => <PointsByDay usage={data} />}</QueryView>
            <UsedFrom rows={used_from} />
            {key.revoked_at === null && <KeySettings key={key.id} apiKey={key} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function PointsByDay({ usage }: { usage: UsageAnswer }) {
  return (
    <section className="surface" style={{ padding: 20 }} aria-label="Points by day">
      <Title order={2} mb="sm">
        Points by day
      </Title>
      <BarChart title="Points by day" columns={usage.columns} series={seriesOf(usage, "points", "operation")} />
    </section>
  );
}

function UsedFrom({ rows }: { rows: KeyDetail["used_from"] }) {
  return (
    <section aria-label="Used from">
      <Title order={2} mb="sm">
        Used from
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">Not used in the last 7 days.</Text>
      ) : (
        <ScrollTable label="Addresses">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Address</Table.Th>
              <Table.Th scope="col">Last call</Table.Th>
              <Table.Th scope="col" ta="right">
                Calls in 7 days
              </Table.Th>
              <Table.Th scope="col">Program</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.address}>
                <Table.Th scope="row">{row.address}</Table.Th>
                <Table.Td title={formatTime(row.last_at)}>{formatAgo(row.last_at)}</Table.Td>
                <Table.Td ta="right">{formatNumber(row.calls)}</Table.Td>
                <Table.Td>
                  <Text size="sm" className="cell-text" title={row.user_agent}>
                    {row.user_agent}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ScrollTable>
      )}
    </section>
  );
}
