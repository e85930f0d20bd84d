import type { Step } from "./call-log-types.ts";

/** Further steps are counted, not kept: a long run fetches thousands of pages. */
const MAX_STEPS = 150;

/** Where the time of a call went. */
export class Timeline {
  readonly steps: Step[] = [];
  /** Steps that were not kept. */
  leftOut = 0;
  readonly #startedAt: number;

  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  add(name: Step["name"], from: number, to: number, note?: string, queued?: Step["queued"]): void {
    const about = { ...(note && { note }), ...(queued && { queued }) };
    const step: Step = { name, at: from - this.#startedAt, ms: to - from, ...about };
    // Settlement comes last and is always kept.
    if (this.steps.length >= MAX_STEPS && name !== "settle") this.leftOut += 1;
    else this.steps.push(step);
  }
}
