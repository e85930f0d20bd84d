import { CANARY_CALLER } from "./canary-lookups.ts";
import type { FailureKind } from "./failures.ts";

interface Outcome {
  at: number;
  /** The account, or the canary. */
  caller: string;
  /** Digest of the request that failed. */
  digest: string | null;
  kind: FailureKind | null;
}

const REMEMBERED = 50;
/** Older outcomes say nothing about the present. */
export const REMEMBERED_MS = 15 * 60_000;
const DEGRADED_FROM = 0.2;
const MIN_CALLS = 10;
/** A source is down after this many failures in a row, of at least DOWN_REQUESTS different requests. */
const DOWN_AFTER = 5;
const DOWN_REQUESTS = 3;
/** Successful calls in a row that end a series of failures. Fewer could be a gap between two of them. */
const CALM_AFTER = 20;
/** Failures seen by fewer accounts may be due to odd requests, so the canary has to confirm them. */
const ENOUGH_ACCOUNTS = 3;

export interface Judgement {
  state: "ok" | "degraded" | "down";
  /** The most common kind of failure. */
  kind: FailureKind | null;
  failures: number;
  calls: number;
  /** At least three accounts, and a fifth of all, saw failures. */
  isWidespread: boolean;
  /** No failure among the newest calls. */
  isCalm: boolean;
}

/** The newest outcomes of one operation. */
export class OutcomeWindow {
  /** Oldest first. */
  #outcomes: Outcome[] = [];

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    if (this.#outcomes.length > REMEMBERED) this.#outcomes.shift();
  }

  judge(now: number): Judgement {
    while (this.#outcomes[0] && this.#outcomes[0].at <= now - REMEMBERED_MS) this.#outcomes.shift();
    const failed = this.#outcomes.filter(({ kind }) => kind !== null);
    const counts = { failures: failed.length, calls: this.#outcomes.length };
    if (counts.failures === 0) return { state: "ok", kind: null, isWidespread: false, isCalm: true, ...counts };
    const seenBy = accountsIn(failed);
    const isWidespread = seenBy >= ENOUGH_ACCOUNTS && seenBy >= DEGRADED_FROM * accountsIn(this.#outcomes);
    const isCalm = this.#outcomes.slice(-CALM_AFTER).every(({ kind }) => kind === null) && counts.calls >= CALM_AFTER;
    const about = { ...counts, isWidespread, isCalm };
    const streak = this.#streak();
    // Callers are not rejected because a source is slow, only if its calls fail.
    const hard = streak.filter(({ kind }) => kind !== "timeout");
    if (hard.length >= DOWN_AFTER && new Set(hard.map(({ digest }) => digest)).size >= DOWN_REQUESTS) {
      return { state: "down", kind: commonest(hard), ...about };
    }
    if (about.calls >= MIN_CALLS && failed.length / about.calls >= DEGRADED_FROM) {
      return { state: "degraded", kind: commonest(failed), ...about };
    }
    return { state: "ok", kind: null, ...about };
  }

  clear(): void {
    this.#outcomes = [];
  }

  #streak(): Outcome[] {
    const lastGood = this.#outcomes.findLastIndex(({ kind }) => kind === null);
    return this.#outcomes.slice(lastGood + 1);
  }
}

const accountsIn = (outcomes: Outcome[]): number =>
  new Set(outcomes.map(({ caller }) => caller).filter((caller) => caller !== CANARY_CALLER)).size;

function commonest(outcomes: Outcome[]): FailureKind | null {
  const counts = new Map<FailureKind, number>();
  for (const { kind } of outcomes) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
