import type { Politeness } from "../../contract/source.ts";

/**
 * How an origin is being treated, and the rules by which that changes: pure, so that one process in memory and
 * many processes over one database row follow the same ones.
 */
export interface Manners {
  /** Places, by id: when each is taken back although nobody gave it back (its process may be gone). */
  places: Record<string, number>;
  taken: number;
  /** No place ends before this: until then there is no need to look through them. */
  firstEnds: number;
  /** Places there are now; between 1 and the manifest's. Not whole: it grows by fractions. */
  limit: number;
  /** Starts that are due, as a bucket. */
  tokens: number;
  tokensAt: number;
  /** Share of the manifest's rate that is used now. */
  pace: number;
  pausedUntil: number;
  loweredAt: number;
  /** How long an answer usually takes; null before the first. */
  usualMs: number | null;
}

export type TurnOutcome =
  | { kind: "answered"; tookMs: number }
  | { kind: "throttled"; retryAfterMs: number | null }
  | { kind: "failed" };

/** The manifest's politeness; without a rate for a stand-in of ours, which nobody outside feels. */
export type Allowance = Pick<Politeness, "concurrency"> & { perSecond: number | null };

/** A place that was not given back by then belonged to a process that is gone: no exchange takes as long. */
const PLACE_ENDS_MS = 120_000;
const LOWERED_AT_MOST_EVERY_MS = 1_000;
const SLOWEST_PACE = 0.05;
const SLOW_FACTOR = 4;
const SLOW_FROM_MS = 1_000;
const USUAL_WEIGHT = 0.05;

export const firstManners = (allowed: Allowance, now: number): Manners => ({
  places: {},
  taken: 0,
  firstEnds: 0,
  limit: allowed.concurrency,
  tokens: allowed.concurrency,
  tokensAt: now,
  pace: 1,
  pausedUntil: 0,
  loweredAt: 0,
  usualMs: null,
});

/** Takes a place, or says how long to wait before asking again; `Infinity` is until one is given back. */
export function takePlace(manners: Manners, place: string, allowed: Allowance, now: number): number {
  if (now < manners.pausedUntil) return manners.pausedUntil - now;
  const full = () => manners.taken >= Math.max(1, Math.floor(manners.limit));
  if (full() && now >= manners.firstEnds) takeBack(manners, now);
  if (full()) return Number.POSITIVE_INFINITY;
  if (allowed.perSecond !== null) {
    const perMs = (allowed.perSecond * manners.pace) / 1000;
    const most = Math.max(1, allowed.concurrency * manners.pace);
    manners.tokens = Math.min(most, manners.tokens + Math.max(0, now - manners.tokensAt) * perMs);
    manners.tokensAt = now;
    if (manners.tokens < 1) return Math.ceil((1 - manners.tokens) / perMs);
    manners.tokens -= 1;
  }
  if (manners.taken === 0) manners.firstEnds = now + PLACE_ENDS_MS;
  manners.places[place] = now + PLACE_ENDS_MS;
  manners.taken++;
  return 0;
}

function takeBack(manners: Manners, now: number): void {
  for (const [id, endsAt] of Object.entries(manners.places)) if (endsAt <= now) delete manners.places[id];
  const left = Object.values(manners.places);
  manners.taken = left.length;
  manners.firstEnds = left.length === 0 ? 0 : Math.min(...left);
}

/** Gives a place back: half as much after a 429, less when the site slows down, a little more after each answer. */
export function givePlace(
  manners: Manners,
  place: string,
  allowed: Allowance,
  outcome: TurnOutcome,
  now: number,
): void {
  if (place in manners.places) {
    delete manners.places[place];
    manners.taken--;
  }
  if (outcome.kind === "throttled") {
    lower(manners, 0.5, now);
    if (outcome.retryAfterMs !== null) manners.pausedUntil = Math.max(manners.pausedUntil, now + outcome.retryAfterMs);
  } else if (outcome.kind === "answered") {
    const { tookMs } = outcome;
    if (manners.usualMs !== null && tookMs > SLOW_FROM_MS && tookMs > manners.usualMs * SLOW_FACTOR) {
      lower(manners, 0.75, now);
    } else {
      manners.limit = Math.min(allowed.concurrency, manners.limit + 1 / (4 * manners.limit));
      manners.pace = Math.min(1, manners.pace + 0.01);
    }
    manners.usualMs = manners.usualMs === null ? tookMs : manners.usualMs + (tookMs - manners.usualMs) * USUAL_WEIGHT;
  }
}

/** Requests that were under way together tell of one and the same complaint: it counts once. */
function lower(manners: Manners, factor: number, now: number): void {
  if (now - manners.loweredAt < LOWERED_AT_MOST_EVERY_MS) return;
  manners.loweredAt = now;
  manners.limit = Math.max(1, manners.limit * factor);
  manners.pace = Math.max(SLOWEST_PACE, manners.pace * factor);
}
