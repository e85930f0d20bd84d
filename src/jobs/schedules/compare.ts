/** Imports nothing: the dashboard compares two runs with the same code. */
type RecordRow = Record<string, unknown>;

export type Snapshot = Map<string, RecordRow>;

export type Change =
  | { kind: "added" | "removed" | "entered" | "left"; recordId: string; record: RecordRow }
  | { kind: "changed"; recordId: string; record: RecordRow; fields: Record<string, { old: unknown; new: unknown }> };

/** In a truncated list, a record has left after this many runs without it; before that, only its rank may be fluctuating. */
export const RUNS_UNSEEN = 5;

export interface Comparison {
  ignore: readonly string[];
  /** Whether the second list is known to be complete. */
  complete: boolean;
  /** Fields whose values may be wrong (`price.amount`), or `answer.records` and the like: the list itself may be. */
  inDoubt: readonly string[];
  /** In how many runs each known record was not seen. */
  unseen?: ReadonlyMap<string, number>;
}

/**
 * Compares a run with everything seen before it, by `id`. In a list not known to be complete, records enter and leave its
 * visible part: one seen in a recent run has not entered, and one that is missing has not left yet. A field in doubt keeps
 * the value that it had, and is compared again once the doubt is over. If the list is in doubt, nothing has left it.
 */
export function compare(
  before: Snapshot,
  records: RecordRow[],
  { ignore, complete, inDoubt, unseen = new Map() }: Comparison,
): { changes: Change[]; after: Snapshot; unseen: Map<string, number> } {
  const isListInDoubt = inDoubt.some(isOfList);
  const held = heldFields(inDoubt);
  const after: Snapshot = new Map();
  const changes: Change[] = [];
  for (const record of records) {
    if (record.id === null || record.id === undefined) continue;
    const recordId = String(record.id);
    // A site may list the same item twice; the first counts.
    if (after.has(recordId)) continue;
    const old = before.get(recordId);
    after.set(recordId, withHeld(record, old, held));
    if (!old) changes.push({ kind: complete ? "added" : "entered", recordId, record });
    else {
      const fields = fieldsThatDiffer(old, record, [...ignore, ...held]);
      if (Object.keys(fields).length > 0) changes.push({ kind: "changed", recordId, record, fields });
    }
  }
  const missing = new Map<string, number>();
  for (const [recordId, record] of before) {
    if (after.has(recordId)) continue;
    const runs = (unseen.get(recordId) ?? 0) + 1;
    if (!isListInDoubt && (complete || runs >= RUNS_UNSEEN)) {
      changes.push({ kind: complete ? "removed" : "left", recordId, record });
      continue;
    }
    after.set(recordId, record);
    missing.set(recordId, isListInDoubt ? runs - 1 : runs);
  }
  return { changes, after, unseen: missing };
}

/** Whether a doubt is about the list as a whole. */
export const isOfList = (field: string): boolean => field.startsWith("answer.");

/** The fields of a record that are in doubt: `price` for `price.amount`. */
export const heldFields = (inDoubt: readonly string[]): Set<string> =>
  new Set(inDoubt.filter((field) => !isOfList(field)).map((field) => field.replace(/\..*/, "")));

/** The record with the values that its fields in doubt had before. */
function withHeld(record: RecordRow, old: RecordRow | undefined, held: ReadonlySet<string>): RecordRow {
  if (!old || held.size === 0) return record;
  return Object.fromEntries(Object.keys(record).map((name) => [name, held.has(name) ? old[name] : record[name]]));
}

function fieldsThatDiffer(old: RecordRow, now: RecordRow, ignore: readonly string[]) {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !ignore.includes(name));
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null))
      .map((name) => [name, { old: old[name] ?? null, new: now[name] ?? null }]),
  );
}
