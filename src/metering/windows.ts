import type { Plan } from "../accounts/plans.ts";
import type { WindowName, WindowState } from "./types.ts";

/** A number for each window, in the order of `windowNames`. */
export type Five<T = number> = [T, T, T, T, T];

/** One of each window, made from its name and its index in a `Five`. */
export const eachWindow = <T>(make: (name: WindowName, at: 0 | 1 | 2 | 3 | 4) => T): Five<T> => [
  make("ten_second", 0),
  make("minutely", 1),
  make("hourly", 2),
  make("daily", 3),
  make("monthly", 4),
];

const lengths: Record<Exclude<WindowName, "monthly">, number> = {
  ten_second: 10_000,
  minutely: 60_000,
  hourly: 3_600_000,
  daily: 86_400_000,
};

/** The start of the UTC-aligned fixed window that contains `now`. */
export function windowStart(name: WindowName, now: number): number {
  if (name !== "monthly") return now - (now % lengths[name]);
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

export function windowEnd(name: WindowName, start: number): number {
  if (name !== "monthly") return start + lengths[name];
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

let lately: { starts: Five; month: string } = { starts: [0, 0, 0, 0, 0], month: "" };

/** The start of each window, and the month, at `now`: computed once every ten seconds, not for each request. */
function placeInTime(now: number): { starts: Five; month: string } {
  const start = windowStart("ten_second", now);
  if (lately.starts[0] !== start) {
    const starts = eachWindow((name) => windowStart(name, now));
    lately = { starts, month: new Date(now).toISOString().slice(0, 7) };
  }
  return lately;
}

export const windowStarts = (now: number): Five => placeInTime(now).starts;

/** `YYYY-MM`. */
export const monthAt = (now: number): string => placeInTime(now).month;

export const planLimits = (plan: Plan): Five => eachWindow((name) => plan[name]);

/** A clock this far ahead was wrong, and its windows are not waited for. The PostgreSQL function has this constant too. */
const CLOCK_MISTAKE_MS = 86_400_000;

/**
 * The current window, given the one counted last. A clock that steps back a little (or lags behind another process) stays
 * in the newer window, so that none is ever filled twice.
 */
export const currentStart = (stored: number, fresh: number, now: number): number =>
  stored > fresh && stored - now <= CLOCK_MISTAKE_MS ? stored : fresh;

/** Usage at `now`, from what was stored when a request was last admitted. */
export function windowStates(limits: Five, starts: Five, usage: Five, now: number): Five<WindowState> {
  const fresh = windowStarts(now);
  return eachWindow((name, at) => {
    const start = currentStart(starts[at], fresh[at], now);
    return {
      name,
      limit: limits[at],
      usage: start === starts[at] ? usage[at] : 0,
      resets_at: windowEnd(name, start),
    };
  });
}

/** The full window that opens last: the one that the caller has to wait for. */
export const fullWindow = (states: WindowState[]): WindowState | null =>
  states
    .filter(({ usage, limit }) => usage >= limit)
    .reduce<WindowState | null>(
      (last, state) => (last === null || state.resets_at > last.resets_at ? state : last),
      null,
    );

interface Full {
  limits: Five;
  starts: Five;
  usage: Five;
  points: number;
}

interface Refusal {
  window: WindowState;
  windows: WindowState[];
  points: number;
}

const MAX_KEYS = 10_000;

/**
 * Keys that are known to be over a window. No machine can admit such a key until the window ends, so rejecting it needs no
 * store. If the plan's limits change, the store is queried again.
 */
export class ExhaustedWindows {
  readonly #keys = new Map<string, Full>();

  remember(keyId: string, full: Full): void {
    // Each forgotten key costs one query.
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(keyId, full);
  }

  refusal(keyId: string, limits: Five, now: number): Refusal | null {
    const full = this.#keys.get(keyId);
    if (!full) return null;
    const windows = windowStates(limits, full.starts, full.usage, now);
    const window = fullWindow(windows);
    if (window && limits.every((limit, at) => limit === full.limits[at])) {
      return { window, windows, points: full.points };
    }
    this.#keys.delete(keyId);
    return null;
  }
}
