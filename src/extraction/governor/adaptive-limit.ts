import type { Politeness } from "../../contract/source.ts";

/**
 * How much an origin is asked at once, and the rules by which that changes (AIMD): pure, so that one process in
 * memory and many processes over one database row follow the same ones.
 */
export interface AdaptiveLimit {
  /** Permits there are now; between 1 and the manifest's. Not whole: it grows by fractions. */
  concurrency: number;
  /** Share of the manifest's rate that is used now. */
  pace: number;
  pausedUntil: number;
  backedOffAt: number;
  /** How long an answer usually takes; null before the first. */
  typicalMs: number | null;
}

export type PermitOutcome =
  | { kind: "answered"; tookMs: number }
  | { kind: "throttled"; retryAfterMs: number | null }
  | { kind: "failed" };

/** The manifest's politeness; without a rate for a stand-in of ours, which nobody outside feels. */
export type Allowance = Pick<Politeness, "concurrency"> & { perSecond: number | null };

const BACK_OFF_AT_MOST_EVERY_MS = 1_000;
const SLOWEST_PACE = 0.05;
const SLOW_FACTOR = 4;
const SLOW_FROM_MS = 1_000;
const TYPICAL_WEIGHT = 0.05;

export const initialLimit = (allowed: Allowance): AdaptiveLimit => ({
  concurrency: allowed.concurrency,
  pace: 1,
  pausedUntil: 0,
  backedOffAt: 0,
  typicalMs: null,
});

/** Whole permits; at least one, whatever the site said, and never more than the manifest has today. */
export const permitsOf = ({ concurrency }: AdaptiveLimit, allowed: Allowance): number =>
  Math.max(1, Math.floor(Math.min(concurrency, allowed.concurrency)));

export const perSecondOf = ({ pace }: AdaptiveLimit, { perSecond }: Allowance): number | null =>
  perSecond === null ? null : perSecond * pace;

/** Half as much after a 429, less when the site slows down, a little more after each answer. */
export function recordOutcome(limit: AdaptiveLimit, outcome: PermitOutcome, allowed: Allowance, now: number): void {
  if (outcome.kind === "throttled") {
    backOff(limit, 0.5, now);
    if (outcome.retryAfterMs !== null) limit.pausedUntil = Math.max(limit.pausedUntil, now + outcome.retryAfterMs);
  } else if (outcome.kind === "answered") {
    const { tookMs } = outcome;
    if (limit.typicalMs !== null && tookMs > SLOW_FROM_MS && tookMs > limit.typicalMs * SLOW_FACTOR) {
      backOff(limit, 0.75, now);
    } else {
      limit.concurrency = Math.min(allowed.concurrency, limit.concurrency + 1 / (4 * limit.concurrency));
      limit.pace = Math.min(1, limit.pace + 0.01);
    }
    limit.typicalMs = limit.typicalMs === null ? tookMs : limit.typicalMs + (tookMs - limit.typicalMs) * TYPICAL_WEIGHT;
  }
}

/** Requests that were in flight together tell of one and the same complaint: it counts once. */
function backOff(limit: AdaptiveLimit, factor: number, now: number): void {
  if (now - limit.backedOffAt < BACK_OFF_AT_MOST_EVERY_MS) return;
  limit.backedOffAt = now;
  limit.concurrency = Math.max(1, limit.concurrency * factor);
  limit.pace = Math.max(SLOWEST_PACE, limit.pace * factor);
}
