import { limits } from "../limits/limits.ts";

/** The part of a call's time in which it should end at its source's rate. */
const PART = 1 / 4;
/** Weight of one measurement. */
const WEIGHT = 0.3;

/**
 * Tracks how many calls of each source end per second. While calls only wait for a site, the event loop can handle any
 * number of them, but more calls do not end sooner (Little's law). So at most as many of a source run as end well within a
 * call's time.
 */
export class SourcePaces {
  readonly #ended = new Map<string, number>();
  readonly #perSecond = new Map<string, number>();

  ended(source: string): void {
    this.#ended.set(source, (this.#ended.get(source) ?? 0) + 1);
  }

  /** Called periodically with the seconds that have passed. */
  measure(seconds: number): void {
    for (const source of new Set([...this.#perSecond.keys(), ...this.#ended.keys()])) {
      const now = (this.#ended.get(source) ?? 0) / seconds;
      const before = this.#perSecond.get(source) ?? now;
      this.#perSecond.set(source, before + WEIGHT * (now - before));
    }
    this.#ended.clear();
  }

  /** How many calls of this source may run so that one more ends in time. */
  mostFor(source: string, leftMs: number): number {
    return Math.max(limits.unpacedCalls.max, ((this.#perSecond.get(source) ?? 0) * leftMs * PART) / 1_000);
  }
}
