import { compare } from "../../../src/jobs/schedules/compare.ts";
import type { Item } from "./values.ts";

export interface Difference {
  kind: ReturnType<typeof compare>["changes"][number]["kind"];
  record: Item;
  record_id: string;
  fields: Record<string, { old: unknown; new: unknown }> | null;
}

/** Fields that identify a record, in order of preference. */
const NAMES = ["id", "estate", "unit", "url", "value", "name"];

/** The differences between the records of two runs, found in the same way as a schedule's changes. */
export function differencesOf(before: Item[], after: Item[]): Difference[] {
  const old = new Map(before.map(named).map((record) => [String(record.id), record]));
  const { changes } = compare(old, after.map(named), { ignore: ["id"], complete: true, inDoubt: [] });
  return changes.map((change) => ({
    kind: change.kind,
    record: change.record,
    record_id: change.recordId,
    fields: change.kind === "changed" ? change.fields : null,
  }));
}

const named = (record: Item): Item => ({
  ...record,
  id:
    NAMES.map((name) => record[name]).find((value) => value !== null && value !== undefined) ?? JSON.stringify(record),
});
