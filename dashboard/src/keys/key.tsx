import { Badge, Code, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { KeyDetail, KeyView, UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { showTestData, useTestData } from "../api/test-data.ts";
import { useAddress } from "../api/use-address.ts";
import { DescribedForm } from "../parts/described-form.tsx";
import { requestsHref } from "../requests/requests-path.ts";
import { LinkButton } from "../ui/buttons.tsx";
import { Chart } from "../ui/chart.tsx";
import { timeColumns } from "../ui/chart-columns.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatAgo, formatNumber, formatTime, viewerZone, windowLabels } from "../ui/format.ts";
import { Card, Page, Part } from "../ui/page.tsx";
import { Load, QueryView } from "../ui/query-view.tsx";
import { Note, Time } from "../ui/text.tsx";
import { usageSeries } from "../usage/usage-series.ts";
import { KeyActions, useKeyFields, useMayChange } from "./key-actions.tsx";
import { KeyBadges, KeyState, pointsSpent } from "./key-state.tsx";

/** One key: its permissions, spending, and the addresses it is used from. */
export default function KeyPage() {
  const { id } = useAddress();
  const detail = useQuery(queries.at(`/keys/${encodeURIComponent(id)}`));
  const isTest = useTestData();
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
            {(key.mode === "test") === isTest && (
              <Load path={`/usage?${usage}`}>{(data) => <PointsByDay usage={data} keyId={id} />}</Load>
            )}
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
    <Part title="Settings">
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
    </Part>
  );
}

/** A key at the top of its page: what it may do, and its use of the rate windows. */
function KeyCard({ apiKey }: { apiKey: KeyView }) {
  const revoked = apiKey.revoked_at !== null;
  return (
    <article className="surface" style={{ padding: 20 }} aria-label={`Key ${apiKey.name}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6}>
          <Group gap="xs">
            <KeyBadges apiKey={apiKey} />
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
