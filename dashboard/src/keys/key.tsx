import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { KeyDetail, KeyView, UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { showTestData } from "../api/test-data.ts";
import { useAddress } from "../api/use-address.ts";
import { DescribedForm } from "../parts/described-form.tsx";
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
import { useKeyFields, useMayChange } from "./key-fields.ts";

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

const dayOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString().slice(0, 10));

/** A key expires at the end of the chosen day. */
const endOf = (day: unknown): number | null => (typeof day === "string" ? Date.parse(`${day}T23:59:59.999Z`) : null);

/** Settings of a key that can change while it is in use. */
function KeySettings({ apiKey }: { apiKey: KeyView }) {
  const about = useKeyFields();
  if (!useMayChange(apiKey)) return null;
  const expires_at = dayOf(apiKey.expires_at);
  return (
    <section>
      <Title order={2} mb="sm">
        Settings
      </Title>
      <DescribedForm
        of="PATCH /keys/{id}"
        path={`/keys/${apiKey.id}`}
        label="Key settings"
        keeps
        initial={{ ...apiKey, expires_at }}
        about={{
          ...about,
          name: { required: true },
          expires_at: {
            label: "Expires",
            kind: "date",
            description: "At the end of this day, UTC.",
            placeholder: "Does not expire",
          },
        }}
        toBody={({ expires_at: day, manages_delivery, ...body }) => ({
          ...body,
          ...(day !== expires_at && { expires_at: endOf(day) }),
          ...(manages_delivery !== apiKey.manages_delivery && { manages_delivery }),
        })}
        action="Save"
        done="Saved. The next call uses the new settings."
      />
    </section>
  );
}
