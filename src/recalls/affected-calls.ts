import type { FlatRecord, Value } from "../health/values/flat-record.ts";
import type { Pair } from "../health/values/pairs.ts";
import { tuning } from "../health/values/tuning.ts";
import { compareAnswer, compareField, pairsByRecord } from "./compared-calls.ts";
import type { DeliveredCall, ReadRecords } from "./delivered-calls.ts";
import type { Judgement } from "./judged-call.ts";
import { judgeRequest } from "./judged-request.ts";
import { type Change, changeShown, commonRatio, isDirected, showsChange, showsElsewhere } from "./shown-change.ts";

/** What a recall is about: a field, what happened to it, and when. */
export interface WrongSpan {
  field: string;
  details: Parameters<typeof changeShown>[0];
  /** When a run first showed it. */
  firstSeen: number;
  /** Calls from here on may be affected. */
  from: number;
  to: number;
}

export interface AffectedCall extends DeliveredCall {
  /** How many of its records carry the wrong value. */
  records: number;
}

export interface Selection {
  affected: AffectedCall[];
  /** Calls whose records could be compared with nothing. */
  undecided: DeliveredCall[];
  well: number;
}

/** Calls that are read to learn the change as a whole. */
const SAMPLED = 200;

/** Decides by their own records which calls carried wrong values. `calls` begin before the span and end after it, in order. */
export async function affectedCalls(
  calls: readonly DeliveredCall[],
  span: WrongSpan,
  read: ReadRecords,
): Promise<Selection> {
  const { field, from, to } = span;
  // What an earlier incident's recall has named is not part of this one.
  const isIn = ({ started_at, ended_at, recalled }: DeliveredCall) =>
    ended_at >= from && started_at <= to && (ended_at >= span.firstSeen || recalled === null);
  const asked = new Set(calls.filter(isIn).map(({ digest }) => digest));
  const byRequest = Map.groupBy(calls, ({ digest }) => digest);
  const isAnswer = field.startsWith("answer.");
  const pairs = isAnswer
    ? []
    : await sampledPairs(
        [...asked].map((digest) => byRequest.get(digest) ?? []),
        span,
        read,
      );
  const change = changeShown(span.details, pairs);
  const compare = isAnswer ? compareAnswer(change) : compareField(field, change);
  const selection: Selection = { affected: [], undecided: [], well: 0 };
  const elsewhere = new Elsewhere(field, change, pairs);

  function enter(call: DeliveredCall, { verdict, records }: Judgement): void {
    if (verdict === "affected") selection.affected.push({ ...call, records: isAnswer ? call.results : records });
    else if (verdict === "well") selection.well++;
    else selection.undecided.push(call);
  }

  for (const digest of asked) {
    const { judged, good } = await judgeRequest(byRequest.get(digest) ?? [], span, read, {
      compare,
      // A single value may move by itself; the response as a whole is the same, or it is not.
      isGood: (shown) => [...shown.values()].every((is) => (isAnswer ? is === "same" : is !== "changed")),
      isDirected: isDirected(change),
    });
    if (good) elsewhere.learn(good.records);
    for (const [call, judgement] of judged) if (isIn(call)) enter(call, judgement);
  }
  if (isAnswer || selection.undecided.length === 0) return selection;
  const others = [...byRequest].filter(([digest]) => !asked.has(digest)).flatMap(([, own]) => own.at(-1) ?? []);
  for (const call of others.slice(-SAMPLED)) elsewhere.learn(await read(call));
  for (const call of selection.undecided.splice(0)) enter(call, elsewhere.judge(await read(call)));
  return selection;
}

/** What the calls of the span show, each compared with an early call of its request. */
async function sampledPairs(requests: DeliveredCall[][], { field, from }: WrongSpan, read: ReadRecords) {
  const pairs: Pair[] = [];
  let left = SAMPLED;
  for (const own of requests) {
    const early = own.findLast(({ ended_at }) => ended_at < from) ?? own[0];
    const records = early && left > 0 ? await read(early) : null;
    if (!early || !records) continue;
    for (const call of own.filter((one) => one !== early && one.ended_at >= from)) {
      const found = left-- > 0 ? await read(call) : null;
      if (found) pairs.push(...pairsByRecord(field, { call: early, records }, { call, records: found }).values());
    }
  }
  return pairs;
}

/** Records as other requests have shown them, for calls whose own request was never made before. */
class Elsewhere {
  readonly #field: string;
  readonly #change: Change;
  readonly #ratio: number;
  readonly #values = new Map<string, Value>();

  constructor(field: string, change: Change, pairs: readonly Pair[]) {
    this.#field = field;
    this.#change = change;
    this.#ratio = commonRatio(pairs.filter((pair) => showsChange(change, pair)));
  }

  learn(records: ReadonlyMap<string, FlatRecord> | null): void {
    for (const [id, record] of records ?? []) {
      const value = record.get(this.#field) ?? null;
      if (value !== null) this.#values.set(id, value);
    }
  }

  judge(records: ReadonlyMap<string, FlatRecord> | null): Judgement {
    const pairs = [...(records ?? [])].flatMap(([id, record]): Pair[] => {
      const old = this.#values.get(id);
      const now = record.get(this.#field) ?? null;
      return old === undefined ? [] : [{ old, now, tradedWith: null, isSale: false }];
    });
    const shown = pairs.filter((pair) => showsElsewhere(this.#change, pair, this.#ratio)).length;
    const same = pairs.filter(({ old, now }) => old === now).length;
    const isMost = (count: number) => pairs.length > 0 && count >= tuning.nearlyAll * pairs.length;
    if (isMost(shown)) return { verdict: "affected", records: records?.size ?? shown };
    return { verdict: isMost(same) ? "well" : "undecided", records: 0 };
  }
}
