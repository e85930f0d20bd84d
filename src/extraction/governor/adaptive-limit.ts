import type { Politeness } from "../../contract/source.ts";

/**
 * How an origin is being treated, and the rules by which that changes: pure, so that one process in memory and
 * many processes over one database row follow the same ones.
 */
export interface AdaptiveLimit {
  /** Permits, by id: when each is reclaimed although nobody gave it back (its process may be gone). */
  permits: Record<string, number>;
  held: number;
  /** No permit ends before this: until then there is no need to look through them. */
  firstExpiry: number;
  /** Permits there are now; between 1 and the manifest's. Not whole: it grows by fractions. */
  concurrency: number;
  /** Starts that are due, as a bucket. */
  tokens: number;
  tokensAt: number;
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

/** A permit that was not given back by then belonged to a process that is gone: no exchange takes as long. */
const PERMIT_EXPIRES_MS = 120_000;
const BACK_OFF_AT_MOST_EVERY_MS = 1_000;
const SLOWEST_PACE = 0.05;
const SLOW_FACTOR = 4;
const SLOW_FROM_MS = 1_000;
const TYPICAL_WEIGHT = 0.05;

export const initialLimit = (allowed: Allowance, now: number): AdaptiveLimit => ({
  permits: {},
  held: 0,
  firstExpiry: 0,
  concurrency: allowed.concurrency,
  tokens: allowed.concurrency,
  tokensAt: now,
  pace: 1,
  pausedUntil: 0,
  backedOffAt: 0,
  typicalMs: null,
});

/** Takes a permit, or says how long to wait before asking again; `Infinity` is until one is given back. */
export function acquirePermit(limit: AdaptiveLimit, permit: string, allowed: Allowance, now: number): number {
  if (now < limit.pausedUntil) return limit.pausedUntil - now;
  const full = () => limit.held >= Math.max(1, Math.floor(limit.concurrency));
  if (full() && now >= limit.firstExpiry) reclaimExpired(limit, now);
  if (full()) return Number.POSITIVE_INFINITY;
  if (allowed.perSecond !== null) {
    const perMs = (allowed.perSecond * limit.pace) / 1000;
    const most = Math.max(1, allowed.concurrency * limit.pace);
    limit.tokens = Math.min(most, limit.tokens + Math.max(0, now - limit.tokensAt) * perMs);
    limit.tokensAt = now;
    if (limit.tokens < 1) return Math.ceil((1 - limit.tokens) / perMs);
    limit.tokens -= 1;
  }
  if (limit.held === 0) limit.firstExpiry = now + PERMIT_EXPIRES_MS;
  limit.permits[permit] = now + PERMIT_EXPIRES_MS;
  limit.held++;
  return 0;
}

function reclaimExpired(limit: AdaptiveLimit, now: number): void {
  for (const [id, expiresAt] of Object.entries(limit.permits)) if (expiresAt <= now) delete limit.permits[id];
  const left = Object.values(limit.permits);
  limit.held = left.length;
  limit.firstExpiry = left.length === 0 ? 0 : Math.min(...left);
}

/** Gives a permit back: half as much after a 429, less when the site slows down, a little more after each answer. */
export function releasePermit(
  limit: AdaptiveLimit,
  permit: string,
  allowed: Allowance,
  outcome: PermitOutcome,
  now: number,
): void {
  if (permit in limit.permits) {
    delete limit.permits[permit];
    limit.held--;
  }
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
