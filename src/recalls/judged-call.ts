import { tuning } from "../health/values/tuning.ts";
import type { Shown } from "./compared-calls.ts";

/** What the nearest good calls of the same request, before and after, show of a call's records. */
export interface Seen {
  before: Shown | null;
  after: Shown | null;
}

export interface Judgement {
  verdict: "affected" | "well" | "undecided";
  /** Records that show the change. */
  records: number;
}

/**
 * Where both sides show the change of a record, one record is enough: a value that moved by itself does not come back. Where
 * one side does, as many must show it as for the incident itself. A value that a good call has too is right.
 */
export function judgeCall({ before, after }: Seen): Judgement {
  const ids = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  if (ids.size === 0) return { verdict: "undecided", records: 0 };
  let shown = 0;
  let isCertain = false;
  for (const id of ids) {
    const [was, is] = [before?.get(id), after?.get(id)];
    const sides = [was, is].filter((side) => side === "changed").length;
    if (sides === 0 || was === "same" || is === "same") continue;
    shown++;
    isCertain ||= sides === 2;
  }
  const isAffected = shown > 0 && (isCertain || shown >= tuning.part * ids.size);
  return isAffected ? { verdict: "affected", records: shown } : { verdict: "well", records: 0 };
}
