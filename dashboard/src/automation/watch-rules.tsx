import { Autocomplete, Button, Checkbox, Group, Modal, NumberInput, Select, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { OperationView, ScheduleView, WatchRule } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { useOperation } from "../parts/chosen-operation.tsx";
import { SecretForm } from "../sign-in/secret-form.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Icon } from "../ui/icons.tsx";
import { Note } from "../ui/text.tsx";
import { fieldsByUse } from "./fields-by-use.ts";

/** Each condition in words; the dots are its value. */
const words: Record<WatchRule["when"], string> = {
  falls_by_percent: "falls by … %",
  rises_by_percent: "rises by … %",
  changes_by_percent: "changes by … %",
  below: "goes below …",
  above: "goes above …",
  falls_by: "falls by …",
  rises_by: "rises by …",
  becomes: "becomes …",
  appears: "appears",
  disappears: "disappears",
};
const RECORD = "a record";

export const ruleWords = ({ field, when, value, first_run }: WatchRule): string =>
  `${field ?? RECORD} ${words[when].replace("…", String(value))}${first_run ? " (also in the first run)" : ""}`;

/** Conditions that can hold when a record is first seen. */
const inFirstRun: Array<WatchRule["when"]> = ["below", "above", "becomes", "appears"];

const conditions: Record<"record" | "text" | "flag" | "number", Array<WatchRule["when"]>> = {
  record: ["appears", "disappears"],
  text: ["becomes", "appears", "disappears"],
  flag: ["becomes", "appears", "disappears"],
  number: Object.keys(words) as Array<WatchRule["when"]>,
};

const kindOf = (operation: OperationView | undefined, field: string | null): keyof typeof conditions =>
  field === null ? "record" : (operation?.record.values[field] ?? "text");

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
            <Icon name="trash" size={14} />
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

interface RuleSentenceProps {
  operation: OperationView | undefined;
  rule: WatchRule;
  set: (rule: WatchRule) => void;
  /** The end of the sentence. */
  children?: ReactNode;
}

/** A rule as a sentence: "Tell me when [price] [falls by … %] [10]". */
export function RuleSentence({ operation, rule, set, children }: RuleSentenceProps) {
  const kind = kindOf(operation, rule.field);
  const choose = (field: string | null) => {
    const next = conditions[kindOf(operation, field)];
    const when = next.includes(rule.when) ? rule.when : next[0]!;
    set({ ...rule, field, when, value: kindOf(operation, field) === kind ? rule.value : null });
  };
  const setValue = (value: unknown) => set({ ...rule, value });
  const Value = kind === "flag" ? Select : Autocomplete;
  const hasValue = words[rule.when].includes("…");
  return (
    <Group gap="xs" align="center">
      <Text>Tell me when</Text>
      <Select
        aria-label="Field"
        w={180}
        searchable
        data={[...fieldsByUse(operation), RECORD]}
        value={rule.field ?? RECORD}
        onChange={(field) => choose(field === RECORD ? null : field)}
      />
      <Select
        aria-label="Condition"
        w={170}
        data={conditions[kind].map((value) => ({ value, label: words[value] }))}
        value={rule.when}
        onChange={(when) => set({ ...rule, when: when as WatchRule["when"] })}
      />
      {hasValue && kind === "number" && (
        <NumberInput
          aria-label="Value"
          w={110}
          required
          suffix={rule.when.endsWith("_percent") ? " %" : ""}
          value={typeof rule.value === "number" ? rule.value : ""}
          onChange={(value) => setValue(typeof value === "number" ? value : null)}
        />
      )}
      {hasValue && kind !== "number" && (
        <Value
          aria-label="Value"
          w={150}
          required
          data={kind === "flag" ? ["true", "false"] : []}
          value={rule.value === null ? "" : String(rule.value)}
          onChange={(value: string | null) => setValue(kind === "flag" ? value === "true" : value)}
        />
      )}
      {children}
    </Group>
  );
}

/** The rule as the service takes it. */
export function asRule({ first_run, ...rule }: WatchRule): WatchRule {
  const value = words[rule.when].includes("…") ? rule.value : null;
  return { ...rule, value, ...(first_run && inFirstRun.includes(rule.when) && { first_run }) };
}

interface RuleDialogProps {
  schedule: ScheduleView;
  draft: WatchRule;
  onClose: () => void;
}

/** A dialog for a new rule, prefilled from the selected cell. */
export function RuleDialog({ schedule, draft, onClose }: RuleDialogProps) {
  const operation = useOperation(schedule.operation);
  const [rule, setRule] = useState(draft);
  const save = useRules(schedule, "The rule was saved.", onClose);
  return (
    <Modal opened onClose={onClose} title="New rule" size="lg" centered closeButtonProps={{ "aria-label": "Close" }}>
      <SecretForm onSubmit={() => save.mutate([...schedule.rules, asRule(rule)])}>
        <Stack gap="md">
          <RuleSentence operation={operation} rule={rule} set={setRule} />
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
      </SecretForm>
    </Modal>
  );
}
