import { Button, Group, SegmentedControl, Select, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type {
  Latency,
  MemberUsage,
  TagsAnswer,
  UsageAnswer,
  UsageCell,
} from "../../../src/endpoints/dashboard/types.ts";
import { actingAccount } from "../api/acting-account.ts";
import { linkPath, usagePath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { requestsHref } from "../requests/requests-path.ts";
import { DownloadButton } from "../ui/buttons.tsx";
import { Chart } from "../ui/chart.tsx";
import { timeColumns } from "../ui/chart-columns.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatDuration, formatNumber } from "../ui/format.ts";
import { labelled } from "../ui/options.ts";
import { Page, Stat } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { TextLink } from "../ui/text.tsx";
import { runsOutNote } from "./runs-out.ts";
import {
  type Grouping,
  grouped,
  groupings,
  type Measure,
  measures,
  requestsOfSpan,
  usageSeries,
} from "./usage-series.ts";

const spans = labelled({ 1: "24 hours", 7: "7 days", 30: "30 days", 90: "90 days" });

export default function UsagePage() {
  const { search, set } = useAddress<"days" | "show" | "by">();
  const { days = "30", show = "calls", by = "operation" } = search;
  const query = useQuery(queries.usage(Number(days) || 30));
  return (
    <Page
      title="Usage"
      about="Calls and points over time. Refused calls are kept for 7 days."
      actions={
        <Group gap="sm">
          <SegmentedControl aria-label="Span" data={spans} value={days} onChange={(value) => set({ days: value })} />
          <DownloadButton href={linkPath(usagePath(Number(days) || 30, "/usage.csv"))}>CSV</DownloadButton>
        </Group>
      }
    >
      <QueryView query={query}>
        {(usage) => (
          <>
            <Figures usage={usage} />
            {usage.cells.length === 0 ? (
              <Empty icon="chart-bar" title="No calls in this period">
                Your calls appear here, by day, operation, key and status.
                <br />
                <Button component={Link} to="/playground" variant="light" mt="md">
                  Try one in the playground
                </Button>
              </Empty>
            ) : (
              <Charts usage={usage} measure={asMeasure(show)} grouping={asGrouping(by)} set={set} />
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

const asMeasure = (value: string): Measure => (value in measures ? (value as Measure) : "calls");
const asGrouping = (value: string): Grouping => (value in groupings ? (value as Grouping) : "operation");

/** Percentiles are available only by operation and overall. */
const groupingOptions = (measure: Measure) =>
  labelled(groupings).map((one) => ({
    ...one,
    disabled: measure === "latency" && (one.value === "key" || one.value === "status"),
  }));

function Figures({ usage }: { usage: UsageAnswer }) {
  const session = useQuery(queries.session);
  const sum = (field: "calls" | "points" | "errors") => usage.cells.reduce((all, cell) => all + cell[field], 0);
  const ofClass = (status: number) =>
    usage.cells.reduce((all, cell) => all + (cell.status_class === status ? cell.calls : 0), 0);
  const span = usage.days === 1 ? "in the last 24 hours" : `in the last ${usage.days} days`;
  const time = requestsOfSpan(usage);
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }}>
      <Stat
        label="Points left"
        value={formatNumber(usage.points)}
        note={runsOutNote(usage, session.data?.me?.waiting_points)}
        to="/points"
      />
      <Stat label="Calls" value={formatNumber(sum("calls"))} note={span} to={requestsHref(time)} />
      <Stat
        label="Points spent"
        value={formatNumber(sum("points"))}
        note={span}
        to={requestsHref({ ...time, status: "2" })}
      />
      <Stat
        label="Errors"
        value={formatNumber(sum("errors"))}
        note={
          <>
            <TextLink to={requestsHref({ ...time, status: "4" })} size="xs">
              4xx: {formatNumber(ofClass(4))}
            </TextLink>
            {" · "}
            <TextLink to={requestsHref({ ...time, status: "5" })} size="xs">
              5xx: {formatNumber(ofClass(5))}
            </TextLink>
          </>
        }
      />
    </SimpleGrid>
  );
}

interface ChartsProps {
  usage: UsageAnswer;
  measure: Measure;
  grouping: Grouping;
  set: (change: Record<string, string>) => void;
}

function Charts({ usage, measure, grouping, set }: ChartsProps) {
  const format = measure === "latency" ? formatDuration : (value: number) => formatNumber(Math.round(value));
  const per = usage.bucket === "hour" ? "hour" : "day";
  const title =
    measure === "latency" && grouping === "operation"
      ? `Latency (p95) of operations by ${per}`
      : `${measures[measure]} by ${per}`;
  const perColumn = usage.budget_per_day === null ? null : usage.budget_per_day / (per === "hour" ? 24 : 1);
  return (
    <>
      <section className="surface" style={{ padding: 20 }} aria-label={title}>
        <Group justify="space-between" mb="md" gap="sm">
          <SegmentedControl
            aria-label="What to show"
            size="sm"
            data={labelled(measures)}
            value={measure}
            onChange={(value) => set({ show: value })}
          />
          <Select
            aria-label="Group by"
            size="sm"
            w={170}
            data={groupingOptions(measure)}
            value={grouping}
            onChange={(value) => set({ by: value ?? "operation" })}
          />
        </Group>
        <Chart
          title={title}
          columns={timeColumns(usage.columns, (time) =>
            requestsHref({ ...time, status: measure === "points" ? "2" : undefined }),
          )}
          series={usageSeries(usage, measure, grouping)}
          format={format}
          lines={measure === "latency"}
          budget={
            measure === "points" && perColumn !== null
              ? { value: perColumn, label: `Plan allowance: ${formatNumber(Math.round(perColumn))} per ${per}` }
              : null
          }
        />
      </section>
      <UsageTable usage={usage} grouping={grouping === "all" ? "operation" : grouping} />
      <MembersTable days={usage.days} />
      <TagsTable usage={usage} />
    </>
  );
}

interface UsageTableProps {
  usage: UsageAnswer;
  grouping: Exclude<Grouping, "all">;
}

const headings = { operation: "Operation", key: "Key", status: "Status" } as const;

type UsageRow = Record<"calls" | "points" | "errors" | "mean_ms", number> &
  Partial<Latency> & { name: string; first: UsageCell };

/** The chart's numbers as a table, with the latencies of each operation. */
function UsageTable({ usage, grouping }: UsageTableProps) {
  const isOfOperations = grouping === "operation";
  const latencies = new Map(usage.latency.by_operation.map((row) => [row.endpoint, row]));
  const rows = [...grouped(usage, grouping, "")]
    .map(([name, cells]): UsageRow => {
      const sum = (field: "calls" | "points" | "errors" | "duration_ms") =>
        cells.reduce((all, cell) => all + cell[field], 0);
      const first = cells[0]!;
      const calls = sum("calls");
      return {
        name,
        first,
        calls,
        points: sum("points"),
        errors: sum("errors"),
        mean_ms: sum("duration_ms") / Math.max(1, calls),
        ...(isOfOperations && { p50_ms: 0, p95_ms: 0, p99_ms: 0, ...latencies.get(first.endpoint), calls }),
      };
    })
    .sort((a, b) => b.calls - a.calls);
  const filter = ({ first }: UsageRow): Record<string, string> => {
    if (isOfOperations) return { endpoint: first.endpoint };
    return grouping === "key" ? { key: first.key_id } : { status: String(first.status_class) };
  };
  const columns: Array<Column<UsageRow> | false> = [
    {
      header: headings[grouping],
      role: "title",
      cell: ({ name }) => name,
      to: (row) => requestsHref({ ...filter(row), ...requestsOfSpan(usage) }),
      sortBy: ({ name }) => name,
    },
    ["Calls", "calls", "figure"],
    ["Points", "points", "figure"],
    ["Errors", "errors", "figure"],
    isOfOperations && ["p50", "p50_ms", "duration"],
    isOfOperations && ["p95", "p95_ms", "duration"],
    isOfOperations && ["p99", "p99_ms", "duration"],
    !isOfOperations && ["Mean latency", "mean_ms", "duration"],
  ];
  return <DataTable label={`Usage by ${grouping}`} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}

const shown = ({ id, name }: MemberUsage): string => (id === null ? "Former members" : name || "No name");

const columns: Array<Column<MemberUsage>> = [
  { header: "Member", role: "title", cell: shown, sortBy: shown },
  ["Calls", "calls", "figure"],
  ["Points", "points", "figure"],
  ["Errors", "errors", "figure"],
];

/** Usage by member; nothing in an account of one person. */
function MembersTable({ days }: { days: number }) {
  const { data } = useQuery({ ...queries.usageByMember(days), enabled: actingAccount() !== null });
  if (!data || data.members.length < 2) return null;
  return <DataTable label="Usage by member" columns={columns} rows={data.members} keyOf={({ id }) => id ?? ""} />;
}

type TagRow = TagsAnswer["tags"][number];

/** Usage by the caller's own tags; nothing if no call has one. */
function TagsTable({ usage }: { usage: UsageAnswer }) {
  const { data } = useQuery(queries.tags(usage.days));
  if (!data || data.tags.every(({ tag }) => tag === null)) return null;
  const columns: Array<Column<TagRow>> = [
    {
      header: "Tag",
      role: "title",
      cell: ({ tag }) =>
        tag === null ? (
          "Without a tag"
        ) : (
          <TextLink to={requestsHref({ tag, ...requestsOfSpan(usage) })}>{tag}</TextLink>
        ),
      sortBy: ({ tag }) => tag ?? "",
    },
    ["Calls", "requests", "figure"],
    ["Records", "records", "figure"],
    ["Points", "points", "figure"],
  ];
  return <DataTable label="Usage by tag" columns={columns} rows={data.tags} keyOf={({ tag }) => tag ?? ""} />;
}
