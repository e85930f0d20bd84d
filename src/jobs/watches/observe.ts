import type { RecordRow } from "../../files/stored-rows.ts";
import { type Firing, fieldFirings, type Marks, ruleMark, type Value } from "./rules.ts";
import type { WatchRule } from "./watch-views.ts";

/** Longer texts are truncated: a watch is about prices and states, not descriptions. */
const LONGEST_TEXT = 200;

/** What earlier runs found about a record. */
export interface Known {
  recordId: string;
  firstSeen: number;
  /** Null while the record is listed. */
  lastSeen: number | null;
  /** Whether it was missing from a complete list. */
  removed: boolean;
  /** The last values, one for each of the watch's fields; shorter if fields were added since. */
  values: Value[];
  marks: Marks;
}

export interface Watch {
  /** Every field ever tracked. One that was dropped and tracked again appears twice. */
  fields: string[];
  track: string[];
  rules: WatchRule[];
  /** Time of the previous run; null before the first, which sets the baseline for rules that do not fire in it. */
  watchedAt: number | null;
}

export interface Observed {
  /** Records whose row changes. */
  records: Known[];
  /** What is stored of this run: a record's values, or null for one that is no longer listed. */
  points: Array<{ recordId: string; values: Value[] | null }>;
  events: Array<Firing & { recordId: string; record: RecordRow | null }>;
}

interface Run {
  at: number;
  /** A record missing from the list is gone. */
  complete: boolean;
  /** Fields in doubt keep their last value, and fire nothing. */
  isHeld?: (path: string) => boolean;
  /** Records may be missing from it by mistake. */
  isListInDoubt?: boolean;
}

/** Computes what a run adds. */
export function observe(
  watch: Watch,
  known: ReadonlyMap<string, Known>,
  records: RecordRow[],
  { at, complete, isHeld = () => false, isListInDoubt = false }: Run,
): Observed {
  const found: Observed = { records: [], points: [], events: [] };
  const aboutRecord = (when: WatchRule["when"]) =>
    watch.rules.filter((rule) => rule.field === null && rule.when === when);
  const listed = new Set<string>();
  for (const record of records) {
    if (record.id === null || record.id === undefined) continue;
    const recordId = String(record.id);
    if (listed.has(recordId)) continue;
    listed.add(recordId);
    const before = known.get(recordId);
    const { now, firings } = step(watch, before, record, at, isHeld);
    const isNew = !before || before.removed;
    const appeared = aboutRecord("appears").flatMap((rule) => (isNew ? [{ rule, old: null, new: recordId }] : []));
    for (const firing of [...appeared, ...firings]) {
      if (watch.watchedAt !== null || firing.rule.first_run) found.events.push({ ...firing, recordId, record });
    }
    const isChanged = !before || before.lastSeen !== null || !same(before.values, now.values);
    if (isChanged) found.points.push({ recordId, values: now.values });
    if (isChanged || !same(before.marks, now.marks)) found.records.push(now);
  }
  for (const before of isListInDoubt ? [] : known.values()) {
    if (listed.has(before.recordId) || before.removed || (before.lastSeen !== null && !complete)) continue;
    found.records.push({
      ...before,
      lastSeen: before.lastSeen ?? watch.watchedAt ?? before.firstSeen,
      removed: complete,
    });
    if (before.lastSeen === null) found.points.push({ recordId: before.recordId, values: null });
    if (!complete || watch.watchedAt === null) continue;
    const gone = { old: before.recordId, new: null, recordId: before.recordId, record: null };
    found.events.push(...aboutRecord("disappears").map((rule) => ({ rule, ...gone })));
  }
  return found;
}

/** Returns the record as of this run, and the rules about its fields that fire. */
function step(
  { fields, track, rules }: Watch,
  before: Known | undefined,
  record: RecordRow,
  at: number,
  isHeld: (path: string) => boolean,
) {
  const marks: Marks = { ...before?.marks };
  const values = fields.map((path, index) => {
    if (!track.includes(path) || fields.lastIndexOf(path) !== index) return null;
    return isHeld(path) ? (before?.values[index] ?? null) : valueAt(record, path);
  });
  const firings = track.flatMap((path) => {
    if (isHeld(path)) return [];
    const index = fields.lastIndexOf(path);
    // A field that was just added has no value to compare with.
    const old = before ? before.values[index] : null;
    const own = rules.filter(({ field }) => field === path);
    return fieldFirings(own, old === undefined ? (values[index] ?? null) : old, values[index] ?? null, marks);
  });
  const kept = new Set(rules.map(ruleMark));
  for (const key of Object.keys(marks)) if (!kept.has(key)) delete marks[key];
  const firstSeen = before?.firstSeen ?? at;
  const now: Known = { recordId: String(record.id), firstSeen, lastSeen: null, removed: false, values, marks };
  return { now, firings };
}

export function valueAt(record: unknown, path: string): Value {
  let value = record;
  for (const name of path.split(".")) value = isRecord(value) ? value[name] : null;
  if (typeof value === "string") return value.slice(0, LONGEST_TEXT);
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

const isRecord = (value: unknown): value is RecordRow => typeof value === "object" && value !== null;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
