import { Button, Group, SegmentedControl, Select, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { linkPath, usagePath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { requestsHref } from "../requests/requests-path.ts";
import { Chart } from "../ui/chart.tsx";
import { timeColumns } from "../ui/chart-columns.ts";
import { DownloadButton } from "../ui/download-button.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatDuration, formatNumber } from "../ui/format.ts";
import { IconChartBar } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Stat } from "../ui/stat.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { runsOutNote } from "./runs-out.ts";
import { type Grouping, groupings, type Measure, measures, requestsOfSpan, usageSeries } from "./usage-series.ts";
import { MembersTable, TagsTable, UsageTable } from "./usage-tables.tsx";

const spans = [
  { value: "1", label: "24 hours" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

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
              <Empty icon={IconChartBar} title="No calls in this period">
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
  Object.entries(groupings).map(([value, label]) => ({
    value,
    label,
    disabled: measure === "latency" && (value === "key" || value === "status"),
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
            data={Object.entries(measures).map(([value, label]) => ({ value, label }))}
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
