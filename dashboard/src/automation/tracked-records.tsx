import { Text, Title, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ScheduleView, TrackedRecord, WatchRule } from "../../../src/endpoints/dashboard/types.ts";
import { notCompared } from "../../../src/words/not-compared.ts";
import { queries } from "../api/queries.ts";
import { isEmpty, valueText } from "../records/values.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatNumber, humanise } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { SparkLine } from "../ui/spark-line.tsx";
import { COMPARED_MS, runState } from "./last-run.ts";
import { RecordLink } from "./record-link.tsx";

interface TrackedRecordsProps {
  schedule: ScheduleView;
  field: string;
  /** Start of the time range. */
  from: string;
  onRule: (draft: WatchRule) => void;
}

const shown = (value: unknown): string => {
  if (isEmpty(value)) return "–";
  return typeof value === "number" ? formatNumber(value) : valueText(value);
};

/** What each listed record's field is and was, from the first run on. */
export function TrackedRecords({ schedule: { id, last_run }, field, from, onRule }: TrackedRecordsProps) {
  const query = useQuery({
    ...queries.at(`/schedules/${id}/tracked?${new URLSearchParams({ field, from, limit: "100" })}`),
    queryKey: ["tracked", id, field, from, runState(last_run)],
    refetchInterval: COMPARED_MS,
  });
  const columns: Array<Column<TrackedRecord>> = [
    {
      header: "Record",
      role: "title",
      cell: ({ record_id, record }) => (
        <span className="cell-line">
          <RecordLink schedule={id} id={record_id} record={record} />
        </span>
      ),
    },
    {
      header: "Now",
      role: "figure",
      sortBy: ({ now }) => sortable(now),
      cell: ({ now }) => <Now {...{ now, field, onRule }} />,
    },
    {
      header: "Change",
      role: "figure",
      sortBy: (row) => change(row) ?? 0,
      cell: (row) => {
        const percent = change(row);
        return percent !== null && `${percent > 0 ? "+" : ""}${percent.toFixed(1)}%`;
      },
    },
    ...(["before", "lowest", "highest"] as const).map((name) => ({
      header: humanise(name),
      role: "figure" as const,
      sortBy: (row: TrackedRecord) => sortable(row[name]),
      cell: (row: TrackedRecord) => shown(row[name]),
    })),
    {
      header: "Trend",
      cell: ({ numbers }) =>
        numbers.length > 0 && <SparkLine label={`${numbers.map(formatNumber).join(", ")}`} values={numbers} />,
    },
  ];
  const isHeldBack = last_run?.held_back.includes(field);
  return (
    <>
      <Title order={2} mb="sm">
        Tracked records
      </Title>
      {last_run && last_run.held_back.length > 0 && (
        <Text size="sm" mb="sm" role="status">
          Held back in the last run: {last_run.held_back.join(", ")}.{" "}
          {isHeldBack && "The values below are those of the run before. "}
          {last_run.not_compared_because && sentence(notCompared[last_run.not_compared_because])}
        </Text>
      )}
      <QueryView query={query}>
        {({ records, total }) => (
          <>
            <DataTable
              label="Tracked records"
              dense
              columns={columns}
              rows={records}
              keyOf={({ record_id }) => record_id}
              empty="Values appear here after the first run."
            />
            {total > records.length && (
              <Note mt="xs">
                The first {formatNumber(records.length)} of {formatNumber(total)} records, in the order of the list.
              </Note>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

const sentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`;

/** By how many percent a number moved in the time range; null if it did not. */
function change({ numbers: [first, ...later] }: TrackedRecord): number | null {
  const now = later.at(-1);
  return !first || now === undefined || now === first ? null : ((now - first) / Math.abs(first)) * 100;
}

const sortable = (value: unknown): number | string => (typeof value === "number" ? value : valueText(value ?? ""));

/** A number offers a rule from its value. */
function Now({ now, field, onRule }: { now: unknown; field: string; onRule: (draft: WatchRule) => void }) {
  if (typeof now !== "number") return shown(now);
  return (
    <UnstyledButton
      className="cell-rule"
      title={`New rule: ${field} below ${formatNumber(now)}`}
      aria-label={`${formatNumber(now)}: new rule from this value`}
      onClick={() => onRule({ field, when: "below", value: now })}
    >
      {formatNumber(now)}
    </UnstyledButton>
  );
}
