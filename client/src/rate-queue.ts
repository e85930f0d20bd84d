import { type RateWindow, readWindows } from "./facts.ts";
import type { Wait } from "./retrying.ts";

interface Known extends RateWindow {
  resetsAt: number;
}

/** Jitter, so that callers waiting for a window do not all retry at the same instant. */
const SPREAD_MS = 500;

/** Holds calls back while one of the key's rate windows is full, so that they are not rejected. */
export class RateQueue {
  readonly #windows = new Map<string, Known>();

  /** Updates the windows from a response. */
  learn(headers: Headers, now = Date.now()): void {
    for (const window of readWindows(headers)) {
      this.#windows.set(window.name, { ...window, resetsAt: now + window.resetsIn * 1000 });
    }
  }

  /** Waits until no window is known to be full, then takes a slot in each. Never waits longer than `longestMs`. */
  async turn(wait: Wait, longestMs: number, signal?: AbortSignal): Promise<void> {
    for (let full = this.#full(); full !== undefined; full = this.#full()) {
      const { resetsAt } = full;
      const delay = resetsAt - Date.now();
      // Beyond the caller's limit, send the call anyway: the service reports how long to wait.
      if (delay > longestMs) return;
      await wait(delay + Math.random() * SPREAD_MS, signal);
      // The first caller to wake resets the window for all.
      if (full.resetsAt === resetsAt) this.#renew(full);
    }
    for (const window of this.#windows.values()) window.left -= 1;
  }

  #full(): Known | undefined {
    for (const window of this.#windows.values()) if (window.resetsAt <= Date.now()) this.#renew(window);
    return [...this.#windows.values()].filter(({ left }) => left <= 0).sort((a, b) => b.resetsAt - a.resetsAt)[0];
  }

  #renew(window: Known): void {
    window.left = window.limit;
    window.resetsAt = Math.max(window.resetsAt, Date.now()) + window.seconds * 1000;
  }
}
