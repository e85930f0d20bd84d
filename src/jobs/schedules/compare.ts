/** No import: the dashboard compares two runs with the same code. */
type RecordRow = Record<string, unknown>;

export type Snapshot = Map<string, RecordRow>;

export type Change =
  | { kind: "added" | "removed"; recordId: string; record: RecordRow }
  | { kind: "changed"; recordId: string; record: RecordRow; fields: Record<string, { old: unknown; new: unknown }> };

/**
 * What differs between two runs, by `id`. Where the second is not known to be all there is, a record that is missing
 * was perhaps only not shown: it stays in the snapshot, and nobody is told that it is gone. Where its values are in doubt,
 * records that were known stay as they were, too: nobody is told that they have changed.
 */
export function compare(
  before: Snapshot,
  records: RecordRow[],
  { ignore, complete, inDoubt }: { ignore: readonly string[]; complete: boolean; inDoubt: boolean },
): { changes: Change[]; after: Snapshot } {
  const after: Snapshot = new Map();
  const changes: Change[] = [];
  for (const record of records) {
    if (record.id === null || record.id === undefined) continue;
    const recordId = String(record.id);
    // A site may list the same thing twice; the first counts.
    if (after.has(recordId)) continue;
    const old = before.get(recordId);
    after.set(recordId, old && inDoubt ? old : record);
    if (old && inDoubt) continue;
    if (!old) changes.push({ kind: "added", recordId, record });
    else {
      const fields = fieldsThatDiffer(old, record, ignore);
      if (Object.keys(fields).length > 0) changes.push({ kind: "changed", recordId, record, fields });
    }
  }
  for (const [recordId, record] of before) {
    if (after.has(recordId)) continue;
    if (complete && !inDoubt) changes.push({ kind: "removed", recordId, record });
    else after.set(recordId, record);
  }
  return { changes, after };
}

function fieldsThatDiffer(old: RecordRow, now: RecordRow, ignore: readonly string[]) {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !ignore.includes(name));
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null))
      .map((name) => [name, { old: old[name] ?? null, new: now[name] ?? null }]),
  );
}
