import { Title } from "@mantine/core";
import type { PastRun, ScheduleView } from "../../../src/endpoints/dashboard/types.ts";
import { notCompared } from "../../../src/words/not-compared.ts";
import { usePages } from "../api/use-pages.ts";
import { Chart } from "../ui/chart.tsx";
import { momentColumn } from "../ui/chart-columns.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";
import { COMPARED_MS, runState } from "./last-run.ts";
import { WorkBadge } from "./work-badge.tsx";

const SHOWN = 10;

/** What a run says about changes: none only if it was compared. */
function changesWords({ changes, not_compared_because: because, held_back }: PastRun): string {
  const found = Object.entries(changes ?? {}).flatMap(([kind, count]) => (count ? [`${count} ${kind}`] : []));
  const counted = found.length > 0 ? [found.join(", ")] : [];
  if (because === null) return counted[0] ?? "No changes";
  const what = held_back.length > 0 ? ` (${held_back.join(", ")})` : "";
  return [`Not compared${what}: ${notCompared[because]}`, ...counted].join("; ");
}

const columns: Array<Column<PastRun>> = [
  {
    header: "Run",
    role: "title",
    cell: ({ id, at }) => (
      <TextLink to={`/automation/jobs/${id}`}>
        <Time at={at} />
      </TextLink>
    ),
  },
  { header: "Status", role: "status", cell: ({ status }) => <WorkBadge status={status} /> },
  ["Records", "records", "figure"],
  { header: "Changes", role: "prose", cell: changesWords },
];

/** The last runs: how many records each had, and what it says about changes. */
export function Runs({ schedule: { id, last_run } }: { schedule: ScheduleView }) {
  const { data: runs = [] } = usePages(`/schedules/${id}/runs?limit=100`, {
    version: runState(last_run),
    everyMs: COMPARED_MS,
  });
  if (runs.length === 0) return null;
  const charted = runs.filter(({ status }) => status === "succeeded").toReversed();
  return (
    <section className="surface" style={{ padding: 20 }} aria-label="Runs">
      <Title order={2} mb="sm">
        Runs
      </Title>
      {charted.length > 1 && (
        <Chart
          title="Records by run"
          lines
          columns={charted.map(({ id: run, at }) => momentColumn(Date.parse(at), `/automation/jobs/${run}`))}
          series={[
            {
              name: "Records",
              color: "var(--mantine-primary-color-filled)",
              values: charted.map(({ records }) => records),
            },
          ]}
        />
      )}
      <DataTable label="Last runs" columns={columns} rows={runs.slice(0, SHOWN)} keyOf={({ id: run }) => run} />
    </section>
  );
}
