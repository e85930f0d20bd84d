import { Button, Group, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { RecordHistory, ScheduleView } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useChange } from "../api/use-change.ts";
import { recordName } from "../records/values.ts";
import { Chart } from "../ui/chart.tsx";
import { momentColumn } from "../ui/chart-columns.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Note, TextLink, Time } from "../ui/text.tsx";
import { COMPARED_MS, runState } from "./last-run.ts";

type Point = RecordHistory["points"][number];

/** The most columns of a chart. More would be too narrow to touch. */
const MAX_COLUMNS = 180;
/** The CSV has the rest. */
const SHOWN_POINTS = 10;

/** The history of one record: a chart per tracked number, and the values as found. */
export function RecordHistoryCard({ schedule, recordId }: { schedule: ScheduleView; recordId: string }) {
  const path = `/schedules/${schedule.id}/records/${encodeURIComponent(recordId)}/history` as const;
  const save = useChange(async () => saveFile(await api.file(`${path}.csv`), "history.csv"));
  const query = useQuery({
    ...queries.at(path),
    queryKey: ["history", schedule.id, recordId, runState(schedule.last_run)],
    refetchInterval: COMPARED_MS,
  });
  return (
    <section className="surface" style={{ padding: 20, marginBottom: 20 }} aria-label="History of a record">
      <QueryView query={query}>
        {(history) => (
          <Stack gap="md">
            <Group justify="space-between">
              <Title order={2} style={{ overflowWrap: "anywhere" }}>
                {recordName(history.record, recordId)}
              </Title>
              <Button
                size="xs"
                variant="default"
                leftSection={<Icon name="download" size={14} />}
                loading={save.isPending}
                onClick={() => save.mutate()}
              >
                CSV
              </Button>
            </Group>
            <Note>
              First seen <Time at={history.first_seen} as="ago" />, last seen <Time at={history.last_seen} as="ago" />
              {!history.listed && ". It is not in the list now"}.
            </Note>
            {schedule.track.map((field) => (
              <FieldChart key={field} field={field} history={history} />
            ))}
            <Points track={schedule.track} points={history.points} />
          </Stack>
        )}
      </QueryView>
    </section>
  );
}

/** The values at evenly spaced times between the first point and the last run, however rarely they change. */
function sampled({ points, last_seen }: Pick<RecordHistory, "points" | "last_seen">): Array<Point & { time: number }> {
  const [first] = points;
  if (!first) return [];
  const start = Date.parse(first.at);
  const end = Math.max(Date.parse(last_seen), ...points.map(({ at }) => Date.parse(at)));
  const steps = end === start ? 0 : MAX_COLUMNS - 1;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const time = steps === 0 ? start : start + ((end - start) * step) / steps;
    return { ...(points.findLast(({ at }) => Date.parse(at) <= time) ?? first), time };
  });
}

const RECALLED = "Recalled: the value found was wrong. This is the corrected one, or the one before.";

function FieldChart({ field, history }: { field: string; history: RecordHistory }) {
  if (!history.points.some(({ values }) => typeof values[field] === "number")) return null;
  const columns = sampled(history);
  return (
    <div>
      <Title order={3} fz="md" mb="xs">
        {field}
      </Title>
      <Chart
        title={`${field} over time`}
        lines
        none="No value"
        format={formatNumber}
        columns={columns.map(({ time, recalled }) => ({
          ...momentColumn(Math.round(time)),
          ...(recalled !== null && { mark: RECALLED }),
        }))}
        series={[
          {
            name: field,
            color: "var(--mantine-primary-color-filled)",
            values: columns.map(({ values }) => (typeof values[field] === "number" ? values[field] : Number.NaN)),
          },
        ]}
      />
    </div>
  );
}

function Points({ track, points }: { track: string[]; points: Point[] }) {
  const columns: Array<Column<Point>> = [
    {
      header: "Since",
      role: "title",
      cell: ({ at, recalled }) => (
        <>
          <Time at={at} />
          {recalled !== null && (
            <>
              {" "}
              <TextLink to={`/recalled/${recalled}`}>recalled</TextLink>
            </>
          )}
        </>
      ),
    },
    ...track.map(
      (field): Column<Point> => ({
        header: field,
        role: "figure",
        cell: ({ listed, values }) => (listed ? String(values[field] ?? "–") : "not listed"),
      }),
    ),
  ];
  return (
    <DataTable
      label="Values"
      columns={columns}
      rows={points.toReversed().slice(0, SHOWN_POINTS)}
      keyOf={({ at }) => at}
    />
  );
}
