import { limits } from "../limits/limits.ts";

/** The part of its time that a call may need to end, at the pace of its source. */
const PART = 1 / 4;
/** How much one measurement counts. */
const WEIGHT = 0.3;

/**
 * How many calls of each source end in a second. While calls only wait for a site, the event loop carries any number of
 * them, but more of them end no sooner (Little's law): so no more run of a source than end well within a call's time.
 */
export class SourcePaces {
  readonly #ended = new Map<string, number>();
  readonly #perSecond = new Map<string, number>();

  ended(source: string): void {
    this.#ended.set(source, (this.#ended.get(source) ?? 0) + 1);
  }

  /** Told again and again how many seconds have passed. */
  measure(seconds: number): void {
    for (const source of new Set([...this.#perSecond.keys(), ...this.#ended.keys()])) {
      const now = (this.#ended.get(source) ?? 0) / seconds;
      const before = this.#perSecond.get(source) ?? now;
      this.#perSecond.set(source, before + WEIGHT * (now - before));
    }
    this.#ended.clear();
  }

  /** Calls of this source that may run for one more to end in time. */
  mostFor(source: string, leftMs: number): number {
    return Math.max(limits.unpacedCalls.most, ((this.#perSecond.get(source) ?? 0) * leftMs * PART) / 1_000);
  }
}
