import { Button, Checkbox, Group, Modal, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ScheduleView, WatchRule } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { useOperation } from "../parts/chosen-operation.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { IconTrash } from "../ui/icons.tsx";
import { Note } from "../ui/note.tsx";

export type RuleDraft = WatchRule;

const words: Record<WatchRule["when"], string> = {
  below: "goes below",
  above: "goes above",
  changes_by_percent: "changes by percent",
  falls_by_percent: "falls by percent",
  rises_by_percent: "rises by percent",
  falls_by: "falls by",
  rises_by: "rises by",
  becomes: "becomes",
  appears: "appears",
  disappears: "disappears",
};
const RECORD = "The record";

export const ruleWords = ({ field, when, value, first_run }: WatchRule): string =>
  [
    field ?? RECORD,
    words[when],
    ...(value === null ? [] : [String(value)]),
    ...(first_run ? ["(also in the first run)"] : []),
  ].join(" ");

/** Conditions that can hold when a record is first seen. */
const inFirstRun: Array<WatchRule["when"]> = ["below", "above", "becomes", "appears"];

const useRules = (schedule: ScheduleView, done: string, onDone?: () => void) =>
  useChange((rules: WatchRule[]) => api.patch(`/schedules/${schedule.id}`, { rules }), {
    done,
    showsError: onDone !== undefined,
    ...(onDone && { onDone }),
  });

export function RuleList({ schedule }: { schedule: ScheduleView }) {
  const save = useRules(schedule, "The rule was deleted.");
  if (schedule.rules.length === 0) {
    return <Note>No rules yet. Press a value under “Now” to be notified when a record passes it.</Note>;
  }
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {schedule.rules.map((rule, index) => (
        <Group key={JSON.stringify(rule)} component="li" gap="xs" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {ruleWords(rule)}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Delete the rule: ${ruleWords(rule)}`}
            onClick={() => save.mutate(schedule.rules.filter((_, at) => at !== index))}
          >
            <IconTrash size={14} />
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

interface RuleDialogProps {
  schedule: ScheduleView;
  draft: RuleDraft;
  onClose: () => void;
}

/** A dialog for a new rule, prefilled from the selected cell. */
export function RuleDialog({ schedule, draft, onClose }: RuleDialogProps) {
  const operation = useOperation(schedule.operation);
  const [rule, setRule] = useState(draft);
  const save = useRules(schedule, "The rule was saved.", onClose);
  const isPresence = rule.when === "appears" || rule.when === "disappears";
  const kind = rule.field === null ? "text" : (operation?.record.values[rule.field] ?? "text");
  return (
    <Modal opened onClose={onClose} title="New rule" centered closeButtonProps={{ "aria-label": "Close" }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const { first_run, ...rest } = rule;
          const value = isPresence ? null : rule.value;
          const first = first_run && inFirstRun.includes(rule.when) ? { first_run } : {};
          save.mutate([...schedule.rules, { ...rest, value, ...first }]);
        }}
      >
        <Stack gap="md">
          <Select
            label="Field"
            searchable
            data={[RECORD, ...Object.keys(operation?.record.values ?? {})]}
            value={rule.field ?? RECORD}
            onChange={(field) => setRule({ ...rule, field: field === RECORD ? null : field })}
          />
          <Select
            label="When it"
            data={Object.entries(words).map(([value, label]) => ({ value, label }))}
            value={rule.when}
            onChange={(when) => setRule({ ...rule, when: (when ?? "below") as WatchRule["when"] })}
          />
          {!isPresence && kind === "number" && (
            <NumberInput
              label="Value"
              value={typeof rule.value === "number" ? rule.value : ""}
              onChange={(value) => setRule({ ...rule, value: typeof value === "number" ? value : null })}
            />
          )}
          {!isPresence && kind === "text" && (
            <TextInput
              label="Value"
              value={typeof rule.value === "string" ? rule.value : ""}
              onChange={(event) => setRule({ ...rule, value: event.currentTarget.value })}
            />
          )}
          {!isPresence && kind === "flag" && (
            <Select
              label="Value"
              allowDeselect
              data={["true", "false"]}
              value={typeof rule.value === "boolean" ? String(rule.value) : null}
              onChange={(value) => setRule({ ...rule, value: value === null ? null : value === "true" })}
            />
          )}
          {inFirstRun.includes(rule.when) && (
            <Checkbox
              label="Also fire if the condition already holds in the first run"
              checked={rule.first_run ?? false}
              onChange={(event) => setRule({ ...rule, first_run: event.currentTarget.checked })}
            />
          )}
          <ErrorAlert error={save.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save rule
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
