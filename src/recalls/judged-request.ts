import { type Compare, type ReadCall, type Shown, WHOLE } from "./compared-calls.ts";
import type { DeliveredCall, ReadRecords } from "./delivered-calls.ts";
import { type Judgement, judgeCall } from "./judged-call.ts";

/** How calls of one request are compared. */
export interface Comparing {
  compare: Compare;
  /** Whether a call that shows this may be what others are compared with. */
  isGood(shown: Shown): boolean;
  /** Whether the change can be told from the opposite one. */
  isDirected: boolean;
}

type Reference = Pick<ReadCall, "call"> & { shown: Shown };

/**
 * Judges all calls of one request, walking forward from before the first sight and backward from the last one. Two calls'
 * records are in memory at a time. Returns the last call that is well, too.
 */
export async function judgeRequest(
  calls: readonly DeliveredCall[],
  { from, firstSeen, to }: { from: number; firstSeen: number; to: number },
  read: ReadRecords,
  { compare, isGood, isDirected }: Comparing,
): Promise<{ judged: Array<[DeliveredCall, Judgement]>; good: ReadCall | null }> {
  const before = new Map<DeliveredCall, Reference>();
  const after = new Map<DeliveredCall, Reference>();

  let good: ReadCall | null = null;
  for (const call of calls) {
    const records = await read(call);
    if (!records) continue;
    const shown = good && compare(good, { call, records });
    if (good && shown) before.set(call, { call: good.call, shown });
    // Shortly before the first sight, a call that shows the change is the first wrong one.
    const isEarly = call.ended_at < (good ? from : firstSeen);
    if (isEarly || (shown && isGood(shown))) good = { call, records };
  }
  let next: (ReadCall & { isGood: boolean }) | null = null;
  for (const call of calls.toReversed()) {
    const records = await read(call);
    if (!records) continue;
    const shown: Shown | null = next && compare(next, { call, records });
    // A call that is not known to be good says nothing by looking alike.
    if (shown && next?.isGood) after.set(call, { call: next.call, shown });
    else if (next && shown && isDirected)
      after.set(call, { call: next.call, shown: new Map([...shown].filter(([, is]) => is === "changed")) });
    if (shown && !isGood(shown)) continue;
    const known = before.get(call);
    next = { call, records, isGood: call.started_at > to || (known !== undefined && isGood(known.shown)) };
  }

  /** Whether the calls on both sides agree with each other, and not with the one between them. */
  async function doAgree(one: Reference | undefined, other: Reference | undefined): Promise<boolean> {
    if (!one || !other) return false;
    const [known, records] = [await read(one.call), await read(other.call)];
    if (!known || !records) return false;
    return isGood(compare({ call: one.call, records: known }, { call: other.call, records }));
  }

  async function judge(call: DeliveredCall): Promise<Judgement> {
    const [was, is] = [before.get(call), after.get(call)];
    const judgement = judgeCall({ before: was?.shown ?? null, after: is?.shown ?? null });
    const sides = [was, is].filter((side) => side !== undefined);
    if (sides.length === 0 || !sides.every(({ shown }) => shown.get(WHOLE) === "other")) return judgement;
    // A list that lacks records which the call before and the one after share did not lose them by itself.
    if (sides.length === 1) return { verdict: "undecided", records: 0 };
    return (await doAgree(was, is)) ? { verdict: "affected", records: call.results } : judgement;
  }

  const judged: Array<[DeliveredCall, Judgement]> = [];
  for (const call of calls) judged.push([call, await judge(call)]);
  const verdicts = new Map(judged);
  if (good && verdicts.get(good.call)?.verdict !== "affected") return { judged, good };
  const last = calls.findLast(({ started_at }) => started_at > to);
  const records = last ? await read(last) : null;
  return { judged, good: last && records ? { call: last, records } : null };
}
