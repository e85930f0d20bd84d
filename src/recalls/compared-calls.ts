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

/** The response as a whole, among the records. */
export const WHOLE = "";

/** By record, of those that two calls of one request share. */
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

/**
 * The response as a whole: fewer records, a smaller total, other records. `other` if it lacks many of those that the other
 * call has, which rankings that move do by themselves.
 */
export const compareAnswer =
  ({ kind }: Pick<Change, "kind">): Compare =>
  (reference, read) =>
    new Map([[WHOLE, answerLikeness(kind, reference, read)]]);

function answerLikeness(kind: Change["kind"], reference: ReadCall, read: ReadCall): Likeness {
  const { call: before, records: known } = reference;
  const { call, records } = read;
  if (kind === "total") {
    const [was, is] = [before.results_total, call.results_total];
    return was !== null && is !== null && was > tuning.absurdFactor * Math.max(1, is) ? "changed" : "same";
  }
  const expected = Math.min(before.results, call.count ?? before.results);
  const fewer = expected - call.results;
  const isFewer = fewer > (tuning.part / 2) * expected && fewer >= tuning.enoughPairs;
  const shared = [...records.keys()].filter((id) => known.has(id)).length;
  const size = Math.min(known.size, records.size);
  const isOther = size >= tuning.enoughPairs && shared / size <= tuning.nearlyAll / 2;
  if (kind === "records" ? isFewer : isOther) return "changed";
  const lost = [...known.keys()].slice(0, expected).filter((id) => !records.has(id)).length;
  return lost >= tuning.part * expected && lost >= tuning.enoughPairs ? "other" : "same";
}
