import { Button, Group, SegmentedControl, Select, SimpleGrid, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { UsageAnswer } from "../../../src/dashboard-api/api-types.ts";
import { queries } from "../api/queries.ts";
import { formatDate, formatDuration, formatNumber } from "../format.ts";
import { IconChartBar } from "../icons.tsx";
import { BarChart } from "../parts/bar-chart.tsx";
import { Empty } from "../parts/empty.tsx";
import { Page } from "../parts/page.tsx";
import { QueryView } from "../parts/query-view.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Stat } from "../parts/stat.tsx";
import { daysOf, type Grouping, groupings, type Measure, measures, seriesOf } from "../usage-series.ts";

const route = getRouteApi("/signed-in/usage");
const spans = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

export function UsagePage() {
  const { days = "30", show = "calls", by = "operation" } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(queries.usage(Number(days) || 30));
  const set = (change: Record<string, string>) => navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Page
      title="Usage"
      about="Where the points went."
      actions={
        <SegmentedControl aria-label="Span" data={spans} value={days} onChange={(value) => set({ days: value })} />
      }
    >
      <QueryView query={query}>
        {(usage) => (
          <>
            <Figures usage={usage} />
            {usage.cells.length === 0 ? (
              <Empty icon={IconChartBar} title="No calls yet">
                Your first calls appear here, by day, operation and key.
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

function Figures({ usage }: { usage: UsageAnswer }) {
  const sum = (field: "calls" | "points" | "errors" | "duration_ms") =>
    usage.cells.reduce((all, cell) => all + cell[field], 0);
  const calls = sum("calls");
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <Stat
        label="Points left"
        value={formatNumber(usage.points)}
        note={
          usage.runs_out_at
            ? `At ${formatNumber(Math.round(usage.points_per_day))} a day, until ${formatDate(usage.runs_out_at)}`
            : "Nothing spent in the last week"
        }
      />
      <Stat label="Calls" value={formatNumber(calls)} note={`in ${usage.days} days`} />
      <Stat label="Points spent" value={formatNumber(sum("points"))} note={`in ${usage.days} days`} />
      <Stat
        label="Errors"
        value={calls === 0 ? "0" : `${((sum("errors") / calls) * 100).toFixed(1)} %`}
        note={calls === 0 ? "of no calls" : `mean latency ${formatDuration(sum("duration_ms") / calls)}`}
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
  const series = seriesOf(usage, measure, grouping);
  const format = measure === "latency" ? formatDuration : (value: number) => formatNumber(Math.round(value));
  const days = daysOf(usage);
  return (
    <>
      <section className="surface" style={{ padding: 20 }} aria-label={`${measures[measure]} by day`}>
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
            data={Object.entries(groupings).map(([value, label]) => ({ value, label: `By ${label}` }))}
            value={grouping}
            allowDeselect={false}
            disabled={measure === "latency"}
            onChange={(value) => set({ by: value ?? "operation" })}
          />
        </Group>
        <BarChart title={`${measures[measure]} by day`} columns={days} series={series} format={format} />
      </section>
      <UsageTable usage={usage} />
    </>
  );
}

/** The same numbers as text, by operation. */
function UsageTable({ usage }: { usage: UsageAnswer }) {
  const rows = [...Map.groupBy(usage.cells, ({ endpoint }) => endpoint)].map(([endpoint, cells]) => {
    const sum = (field: "calls" | "points" | "errors" | "duration_ms") =>
      cells.reduce((all, cell) => all + cell[field], 0);
    return { endpoint, calls: sum("calls"), points: sum("points"), errors: sum("errors"), ms: sum("duration_ms") };
  });
  return (
    <ScrollTable label="Usage by operation">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Operation</Table.Th>
          {["Calls", "Points", "Errors", "Mean latency"].map((label) => (
            <Table.Th key={label} scope="col" ta="right">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows
          .sort((a, b) => b.calls - a.calls)
          .map(({ endpoint, calls, points, errors, ms }) => (
            <Table.Tr key={endpoint}>
              <Table.Th scope="row">
                <Text
                  component={Link}
                  to={`/requests?endpoint=${encodeURIComponent(endpoint)}`}
                  size="sm"
                  c="var(--mantine-color-anchor)"
                >
                  {endpoint}
                </Text>
              </Table.Th>
              <Table.Td ta="right">{formatNumber(calls)}</Table.Td>
              <Table.Td ta="right">{formatNumber(points)}</Table.Td>
              <Table.Td ta="right">{formatNumber(errors)}</Table.Td>
              <Table.Td ta="right">{formatDuration(ms / Math.max(1, calls))}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
