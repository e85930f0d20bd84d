import type { Politeness } from "../../contract/source.ts";
import { MAX_PAUSE_MS } from "../classify-response.ts";

/** The adaptive limit of one origin (AIMD). Pure: memory and the database (`winnow_site`) follow the same rules. */
export interface AdaptiveLimit {
  /** Concurrent requests, between 1 and the manifest's limit. Fractional, because it grows by fractions. */
  concurrency: number;
  /** Share of the manifest's rate, without what time has added since (`paceAt`). */
  pace: number;
  pausedUntil: number;
  backedOffAt: number;
  /** The usual duration of a response; null before the first. */
  typicalMs: number | null;
}

export type PermitOutcome =
  | { kind: "answered"; tookMs: number }
  | { kind: "throttled"; retryAfterMs: number | null }
  | { kind: "failed" };

/** The manifest's politeness. A stand-in has no rate. */
export type Allowance = Pick<Politeness, "concurrency"> & { perSecond: number | null };

export const aimdRules = {
  /** Requests that were in flight together report the same complaint, which counts once. */
  backOffEveryMs: 1_000,
  throttledFactor: 0.5,
  slowFactor: 0.75,
  slowestPace: 0.05,
  slowTimes: 4,
  slowFromMs: 1_000,
  typicalWeight: 0.05,
  paceStep: 0.01,
  /** A site that complains no more is back at half of its rate after the first of these times, and at all of it after the second. */
  halfPaceAfterMs: 30_000,
  fullPaceAfterMs: 120_000,
  maxPauseMs: MAX_PAUSE_MS,
  /** After a pause of this length or more, single requests probe whether the site responds again. */
  probeFromMs: 60_000,
} as const;

export const initialLimit = (allowed: Allowance): AdaptiveLimit => ({
  concurrency: allowed.concurrency,
  pace: 1,
  pausedUntil: 0,
  backedOffAt: 0,
  typicalMs: null,
});

/** Whole permits: at least one, and never more than the current manifest's. */
export const permitCount = ({ concurrency }: AdaptiveLimit, allowed: Allowance): number =>
  Math.max(1, Math.floor(Math.min(concurrency, allowed.concurrency)));

/** The share of the rate in use: it also grows with time, because a slow source has few responses to grow by. */
export function paceAt({ pace, backedOffAt, pausedUntil }: AdaptiveLimit, now: number): number {
  const { halfPaceAfterMs: half, fullPaceAfterMs: full, slowestPace } = aimdRules;
  const calmMs = Math.max(0, now - Math.max(backedOffAt, pausedUntil));
  const [early, late] = [Math.min(calmMs, half) / half, Math.max(0, calmMs - half) / (full - half)];
  return Math.min(1, pace + (early * (0.5 - slowestPace) + late * 0.5));
}

/**
 * Halves after a 429, decreases when the site slows down, and increases a little after each response. Responses to
 * requests that were sent before a pause say nothing about its end.
 */
export function recordOutcome(limit: AdaptiveLimit, outcome: PermitOutcome, allowed: Allowance, now: number): void {
  if (outcome.kind === "throttled") {
    backOff(limit, aimdRules.throttledFactor, now);
    if (outcome.retryAfterMs === null) return;
    limit.pausedUntil = Math.max(limit.pausedUntil, now + outcome.retryAfterMs);
    if (outcome.retryAfterMs >= aimdRules.probeFromMs) limit.concurrency = 1;
  } else if (outcome.kind === "answered") {
    const { tookMs } = outcome;
    const { slowFromMs, slowTimes, slowFactor, paceStep, typicalWeight } = aimdRules;
    if (limit.typicalMs !== null && tookMs > slowFromMs && tookMs > limit.typicalMs * slowTimes) {
      backOff(limit, slowFactor, now);
    } else if (limit.pausedUntil <= now) {
      limit.concurrency = Math.min(allowed.concurrency, limit.concurrency + 1 / (4 * limit.concurrency));
      limit.pace = Math.min(1, limit.pace + paceStep);
    }
    limit.typicalMs = limit.typicalMs === null ? tookMs : limit.typicalMs + (tookMs - limit.typicalMs) * typicalWeight;
  }
}

function backOff(limit: AdaptiveLimit, factor: number, now: number): void {
  if (Math.abs(now - limit.backedOffAt) < aimdRules.backOffEveryMs) return;
  limit.concurrency = Math.max(1, limit.concurrency * factor);
  limit.pace = Math.max(aimdRules.slowestPace, paceAt(limit, now) * factor);
  limit.backedOffAt = now;
}
