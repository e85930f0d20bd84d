import { Button, Group, Select, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ScheduleView, TrackedRecord, Trigger, WatchRule } from "../../../src/endpoints/dashboard/types.ts";
import { notCompared } from "../../../src/words/not-compared.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { usePages } from "../api/use-pages.ts";
import { useOperation } from "../parts/chosen-operation.tsx";
import { moneyText } from "../records/money.ts";
import { isEmpty, recordName, valueText } from "../records/values.ts";
import { type Column, DataTable, MoreButton } from "../ui/data-table.tsx";
import { formatNumber, humanise } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { labelled } from "../ui/options.ts";
import { QueryView } from "../ui/query-view.tsx";
import { SparkLine } from "../ui/spark-line.tsx";
import { Note, TextLink, Time } from "../ui/text.tsx";
import { COMPARED_MS, runState } from "./last-run.ts";
import { RecordHistoryCard } from "./record-history.tsx";
import { RuleDialog, RuleList, ruleWords } from "./watch-rules.tsx";

const DAY_MS = 86_400_000;
const spans = labelled({ 1: "in 1 day", 7: "in 7 days", 30: "in 30 days", 365: "in a year" });

interface WatchProps {
  schedule: ScheduleView;
  record?: string | undefined;
  field?: string | undefined;
}

/** What a schedule found in its tracked fields: the records with their values and how far each moved, the history of one record, and the rules. */
export function Watch({ schedule, record, field = schedule.track[0] ?? "" }: WatchProps) {
  const { set } = useAddress<"field">();
  const [draft, setDraft] = useState<WatchRule | null>(null);
  const [days, setDays] = useState("30");
  // Rounded to a day, so that the query key stays the same between renders.
  const from = new Date(Math.floor(Date.now() / DAY_MS + 1 - Number(days)) * DAY_MS).toISOString();
  return (
    <section aria-label="Tracked fields">
      {record !== undefined && <RecordHistoryCard schedule={schedule} recordId={record} />}
      {schedule.track.length > 0 && (
        <>
          <Group mb="sm" gap="xs">
            <Title order={2} flex={1}>
              Tracked records
            </Title>
            <Select
              aria-label="Field"
              size="xs"
              w={150}
              data={schedule.track}
              value={field}
              onChange={(chosen) => set({ field: chosen ?? undefined })}
            />
            <Select
              aria-label="Since"
              size="xs"
              w={110}
              data={spans}
              value={days}
              onChange={(chosen) => setDays(chosen ?? "30")}
            />
          </Group>
          <TrackedRecords schedule={schedule} field={field} from={from} onRule={setDraft} />
        </>
      )}
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2}>Rules</Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => setDraft({ field, when: "below", value: null })}
        >
          New rule
        </Button>
      </Group>
      <RuleList schedule={schedule} />
      <Triggers schedule={schedule} />
      {draft && (
        <RuleDialog key={JSON.stringify(draft)} schedule={schedule} draft={draft} onClose={() => setDraft(null)} />
      )}
    </section>
  );
}

interface RecordLinkProps {
  schedule: string;
  id: string;
  record: Record<string, unknown> | null;
}

/** A link to the history of a schedule's record. */
const RecordLink = ({ schedule, id, record }: RecordLinkProps) => (
  <TextLink to={`/automation/schedules/${schedule}?record=${encodeURIComponent(id)}`}>
    {recordName(record, id)}
  </TextLink>
);

function Triggers({ schedule: { id, last_run } }: { schedule: ScheduleView }) {
  const triggers = usePages(`/schedules/${id}/triggers?limit=20`, {
    version: runState(last_run),
    everyMs: COMPARED_MS,
  });
  const columns: Array<Column<Trigger>> = [
    {
      header: "Record",
      role: "title",
      cell: ({ record, record_id }) => <RecordLink schedule={id} id={record_id} record={record} />,
    },
    { header: "Rule", cell: ({ rule }) => ruleWords(rule) },
    { header: "Before", role: "figure", cell: ({ rule, old }) => rule.field !== null && String(old ?? "–") },
    { header: "Now", role: "figure", cell: ({ rule, new: now }) => rule.field !== null && String(now ?? "–") },
    { header: "When", cell: ({ at }) => <Time at={at} as="ago" /> },
  ];
  return (
    <QueryView query={triggers}>
      {(rows) =>
        rows.length > 0 && (
          <Stack gap="sm" mt="lg">
            <Title order={2}>Rules that fired</Title>
            <DataTable label="Rules that fired" columns={columns} rows={rows} />
            <MoreButton query={triggers}>Show older</MoreButton>
            <Note>
              Each is sent as the webhook event watch.triggered; you also get one mail for each run in which rules
              fired.
            </Note>
          </Stack>
        )
      }
    </QueryView>
  );
}

interface TrackedRecordsProps {
  schedule: ScheduleView;
  field: string;
  /** Start of the time range. */
  from: string;
  onRule: (draft: WatchRule) => void;
}

/** A value with the currency that the operation's description gives its field. */
const shown = (value: unknown, unit: string | null): string => {
  if (isEmpty(value)) return "–";
  return typeof value === "number" ? moneyText(value, unit) : valueText(value);
};

/** What each listed record's field is and was, from the first run on. */
function TrackedRecords({ schedule: { id, last_run, operation }, field, from, onRule }: TrackedRecordsProps) {
  const unit = useOperation(operation)?.record.units[field] ?? null;
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
      cell: ({ now }) => <Now {...{ now, text: shown(now, unit), field, onRule }} />,
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
      wide: true,
      sortBy: (row: TrackedRecord) => sortable(row[name]),
      cell: (row: TrackedRecord) => shown(row[name], unit),
    })),
    {
      header: "Trend",
      wide: true,
      cell: ({ numbers }) =>
        new Set(numbers).size > 1 && <SparkLine label={numbers.map(formatNumber).join(", ")} values={numbers} />,
    },
  ];
  const isHeldBack = last_run?.held_back.includes(field);
  return (
    <>
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

type NowProps = Pick<TrackedRecordsProps, "field" | "onRule"> & { now: unknown; text: string };

/** A number offers a rule from its value. */
function Now({ now, text, field, onRule }: NowProps) {
  if (typeof now !== "number") return text;
  return (
    <UnstyledButton
      className="cell-rule"
      title={`New rule: ${field} below ${text}`}
      aria-label={`${text}: new rule from this value`}
      onClick={() => onRule({ field, when: "below", value: now })}
    >
      {text}
    </UnstyledButton>
  );
}
