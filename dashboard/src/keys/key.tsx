import { useQuery } from "@tanstack/react-query";
import type { KeyDetail, UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { showTestData } from "../api/test-data.ts";
import { useAddress } from "../api/use-address.ts";
import { requestsHref } from "../requests/requests-path.ts";
import { Card, Part } from "../ui/card.tsx";
import { Chart } from "../ui/chart.tsx";
import { timeColumns } from "../ui/chart-columns.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Page } from "../ui/page.tsx";
import { Load, QueryView } from "../ui/query-view.tsx";
import { viewerZone } from "../ui/viewer-zone.ts";
import { usageSeries } from "../usage/usage-series.ts";
import { KeyCard } from "./key-card.tsx";
import { KeySettings } from "./key-settings.tsx";

/** One key: its permissions, spending, and the addresses it is used from. */
export default function KeyPage() {
  const { id } = useAddress();
  const detail = useQuery(queries.at(`/keys/${encodeURIComponent(id)}`));
  const usage = new URLSearchParams({ days: "30", key: id, zone: viewerZone() });
  return (
    <Page
      title={detail.data?.key.name ?? "Key"}
      back={["/keys", "All keys"]}
      actions={
        <LinkButton
          to={requestsHref({ key: id })}
          onClick={() => detail.data && showTestData(detail.data.key.mode === "test")}
        >
          View requests
        </LinkButton>
      }
    >
      <QueryView query={detail}>
        {({ key, used_from }) => (
          <>
            <KeyCard apiKey={key} />
            <Load path={`/usage?${usage}`}>{(data) => <PointsByDay usage={data} keyId={id} />}</Load>
            <UsedFrom rows={used_from} />
            {key.revoked_at === null && <KeySettings key={key.id} apiKey={key} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function PointsByDay({ usage, keyId }: { usage: UsageAnswer; keyId: string }) {
  return (
    <Card title="Points by day">
      <Chart
        title="Points by day"
        columns={timeColumns(usage.columns, (time) => requestsHref({ key: keyId, ...time }))}
        series={usageSeries(usage, "points", "operation")}
      />
    </Card>
  );
}

const addressColumns: Array<Column<KeyDetail["used_from"][number]>> = [
  ["Address", "address", "title"],
  ["Last call", "last_at", "ago"],
  ["Calls in 7 days", "calls", "figure"],
  ["User agent", "user_agent", "prose"],
];

function UsedFrom({ rows }: { rows: KeyDetail["used_from"] }) {
  return (
    <Part title="Used from">
      <DataTable
        label="Addresses"
        columns={addressColumns}
        rows={rows}
        keyOf={({ address }) => address}
        empty="Not used in the last 7 days."
      />
    </Part>
  );
}
