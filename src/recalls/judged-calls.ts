import type { Pair } from "../health/values/pairs.ts";
import { tuning } from "../health/values/tuning.ts";
import { type Judged, Witness, type WitnessState } from "../health/values/witness.ts";
import type { DeliveredCall, ReadRun } from "./delivered-calls.ts";
import { type Change, isElsewhereTold, showsChange } from "./shown-change.ts";

/** What a recall is about: a field, what happened to it, and when. */
export interface WrongSpan {
  field: string;
  change: Change;
  /** When a run first showed it. */
  firstSeen: number;
  /** Calls from here on may be affected. What ended before is confirmed, if a canary was well then. */
  from: number;
  isVouched: boolean;
  to: number;
}

export interface AffectedCall extends DeliveredCall {
  /** How many of its records were seen to carry the wrong value. */
  records: number;
}

export interface Selection {
  affected: AffectedCall[];
  /** Calls that nothing confirmed can be compared with. */
  undecided: DeliveredCall[];
  well: number;
}

/** What was confirmed: by the service, and until when its canary was well. */
export interface Confirmed {
  state: WitnessState | null;
  wellAt: number;
  /** Times of other incidents about the field: their responses do not serve as a reference. */
  spoilt?: ReadonlyArray<{ from: number; to: number }>;
}

/** Calls of other requests that are read, for records that they have confirmed. */
const SAMPLED = 200;

/** Compares each call of the span with what was confirmed of its request, or of its records. `calls` are in order. */
export async function judgedCalls(
  calls: readonly DeliveredCall[],
  span: WrongSpan,
  { state, wellAt, spoilt = [] }: Confirmed,
  read: ReadRun,
): Promise<Selection> {
  const { from, to, isVouched } = span;
  // What an earlier incident's recall has named is not part of this one.
  const isIn = ({ started_at, ended_at, recalled }: DeliveredCall) =>
    ended_at >= from && started_at <= to && (ended_at >= span.firstSeen || recalled === null);
  const asked = new Set(calls.filter(isIn).map(({ digest }) => digest));
  const byRequest = Map.groupBy(calls, ({ digest }) => digest);
  const others = [...byRequest.keys()].filter((digest) => !asked.has(digest)).slice(-SAMPLED);
  const witness = new Witness({ isCanary: false, max: Number.POSITIVE_INFINITY });

  async function learn(some: readonly DeliveredCall[]): Promise<void> {
    for (const call of some) {
      const run = await read(call);
      if (run) witness.learnConfirmed(run);
    }
  }

  const isSound = ({ started_at, ended_at }: DeliveredCall) =>
    spoilt.every((other) => ended_at < other.from || started_at > other.to);
  const confirmed = [...others, ...asked].map((digest) => (byRequest.get(digest) ?? []).filter(isSound));
  // The second shows how many records two calls share.
  if (isVouched) for (const own of confirmed) await learn(own.filter(({ ended_at }) => ended_at < from).slice(-2));
  if (state) witness.mergeReference(state);
  for (const own of confirmed)
    await learn(own.filter(({ started_at, ended_at }) => started_at > to && ended_at < wellAt).slice(-1));
  const selection: Selection = { affected: [], undecided: [], well: 0 };
  for (const call of calls.filter(isIn)) {
    const run = await read(call);
    const records = run && wrongRecords(witness.judge(run), span, witness.sights.find(run.digest)?.at ?? 0);
    if (records === null) selection.undecided.push(call);
    else if (records === 0) selection.well++;
    else selection.affected.push({ ...call, records });
  }
  return selection;
}

/** How many records carry the wrong value; null if that cannot be told. */
function wrongRecords(judged: Judged, { field, change, to }: WrongSpan, confirmedAt: number): number | null {
  if (field.startsWith("answer.")) {
    if (judged.findings.get(field)?.kind === change.kind) return judged.run.rows;
    return judged.isWell(field) ? 0 : null;
  }
  const own = judged.pairs.of(field).filter(isFilled);
  const pairs = own.length > 0 ? own : judged.loose.of(field).filter(isFilled);
  if (pairs.length === 0) return null;
  const shown = pairs.filter((pair) => showsChange(change, pair, pairs)).length;
  if (own.length > 0) {
    // A single value may move by itself. One that was seen again after the end did not.
    if (shown === 0 || shown >= tuning.part * own.length || confirmedAt > to) return shown;
    return null;
  }
  const isMost = (count: number) => count >= tuning.nearlyAll * pairs.length;
  if (isMost(shown) && isElsewhereTold(change)) return shown;
  return isMost(pairs.filter(({ old, now }) => old === now).length) ? 0 : null;
}

const isFilled = ({ old }: Pair): boolean => old !== null;
