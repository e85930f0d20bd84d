import { Button, Group, Select, Stack, Title } from "@mantine/core";
import { useState } from "react";
import type { ScheduleView, Trigger, WatchRule } from "../../../src/endpoints/dashboard/types.ts";
import { useAddress } from "../api/use-address.ts";
import { usePages } from "../api/use-pages.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { IconPlus } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";
import { MoreButton } from "../ui/paged-table.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Time } from "../ui/time.tsx";
import { COMPARED_MS, runState } from "./last-run.ts";
import { RecordHistoryCard } from "./record-history.tsx";
import { RecordLink } from "./record-link.tsx";
import { TrackedRecords } from "./tracked-records.tsx";
import { RuleDialog, RuleList, ruleWords } from "./watch-rules.tsx";

const DAY_MS = 86_400_000;
const spans = { "1": "1 day", "7": "7 days", "30": "30 days", "365": "a year" };

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
          <Group justify="flex-end" mb="sm" gap="xs">
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
              data={Object.entries(spans).map(([value, label]) => ({ value, label: `in ${label}` }))}
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
          leftSection={<IconPlus size={14} />}
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
            <DataTable label="Rules that fired" columns={columns} rows={rows} keyOf={({ id }) => id} />
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
