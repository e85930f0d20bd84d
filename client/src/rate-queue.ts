import { type RateWindow, windowsOf } from "./facts.ts";
import type { Wait } from "./retrying.ts";

interface Known extends RateWindow {
  resetsAt: number;
}

/** So that all who wait for a window, here and in other processes, do not come back in the same instant. */
const SPREAD_MS = 500;

/** Holds calls back while a rate window of the key is full, as the last answers told it: a call that waits here is not refused. */
export class RateQueue {
  readonly #windows = new Map<string, Known>();

  /** What an answer says of the windows. */
  learn(headers: Headers, now = Date.now()): void {
    for (const window of windowsOf(headers)) {
      this.#windows.set(window.name, { ...window, resetsAt: now + window.resetsIn * 1000 });
    }
  }

  /** Resolves when no window is known to be full, and takes a place in each; longer than `longestMs` is not waited for. */
  async turn(wait: Wait, longestMs: number, signal?: AbortSignal): Promise<void> {
    for (let full = this.#full(); full !== undefined; full = this.#full()) {
      const { resetsAt } = full;
      const delay = resetsAt - Date.now();
      // The service says how long; a caller who does not wait so long hears it from there.
      if (delay > longestMs) return;
      await wait(delay + Math.random() * SPREAD_MS, signal);
      // Whoever wakes first begins the next window for all.
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
