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

const MOST_KEYS = 10_000;

/**
 * Keys that are known to be over a window. Nobody can be let in with such a key until the window ends, on any
 * machine, so refusing it needs no store; a plan with other limits is asked about anew.
 */
export class ExhaustedWindows {
  readonly #keys = new Map<string, Full>();

  remember(keyId: string, full: Full): void {
    // Each forgotten key costs one question to the store.
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
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
