import type { FlatRecord } from "../health/values/flat-record.ts";
import { type Pair, RecordPairs } from "../health/values/pairs.ts";
import { tuning } from "../health/values/tuning.ts";
import type { DeliveredCall } from "./delivered-calls.ts";
import { type Change, showsChange } from "./shown-change.ts";

/** A call with its records, as far as they are still stored. */
export interface ReadCall {
  call: DeliveredCall;
  records: ReadonlyMap<string, FlatRecord>;
}

/** What a record says, compared with itself in a good call: the change, the very same value, or neither. */
export type Likeness = "changed" | "same" | "other";

/** By record, of those that two calls of one request share. The whole response is one such thing. */
export type Shown = ReadonlyMap<string, Likeness>;

export type Compare = (reference: ReadCall, read: ReadCall) => Shown;

export const pairsByRecord = (field: string, reference: ReadCall, { records }: ReadCall): Map<string, Pair> =>
  new Map(
    [...records].flatMap(([id, record]) => {
      const pairs = new RecordPairs((known) => reference.records.get(known), new Map([[id, record]]));
      return pairs.of(field).flatMap((pair) => (pair.old === null ? [] : [[id, pair] as const]));
    }),
  );

export const compareField =
  (field: string, change: Change): Compare =>
  (reference, read) =>
    new Map([...pairsByRecord(field, reference, read)].map(([id, pair]) => [id, likeness(change, pair)]));

function likeness(change: Change, pair: Pair): Likeness {
  if (pair.old === pair.now) return "same";
  return showsChange(change, pair) ? "changed" : "other";
}

/** The response as a whole: fewer records, a smaller total, other records. */
export const compareAnswer =
  ({ kind }: Pick<Change, "kind">): Compare =>
  (reference, read) =>
    new Map([["", answerShows(kind, reference, read) ? "changed" : "same"]]);

function answerShows(kind: Change["kind"], { call: before, records: known }: ReadCall, read: ReadCall): boolean {
  const { call, records } = read;
  if (kind === "records") {
    const expected = Math.min(before.results, call.count ?? before.results);
    const missing = expected - call.results;
    return missing > (tuning.part / 2) * expected && missing >= tuning.enoughPairs;
  }
  if (kind === "total") {
    const [was, is] = [before.results_total, call.results_total];
    return was !== null && is !== null && was > tuning.absurdFactor * Math.max(1, is);
  }
  if (kind !== "overlap" || Math.min(known.size, records.size) < tuning.enoughPairs) return false;
  const shared = [...records.keys()].filter((id) => known.has(id)).length;
  return shared / Math.min(known.size, records.size) <= tuning.nearlyAll / 2;
}
