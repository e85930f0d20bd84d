import type { WindowState } from "./types.ts";
import type { Five } from "./windows.ts";
import { fullWindow, windowStates } from "./windows.ts";

interface Full {
  limits: Five;
  starts: Five;
  usage: Five;
  points: number;
}

export interface Refusal {
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
