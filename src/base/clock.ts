/** The service's time. Tests replace it with a simulated clock, so that none of them sleeps. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `then` once after this many milliseconds; returns a function that cancels it. */
  after(ms: number, then: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};

export class SimulatedClock implements Clock {
  #now: number;
  #waiting: Array<{ at: number; then: () => void }> = [];

  constructor(start: number | string = "2027-03-01T12:00:00Z") {
    this.#now = typeof start === "number" ? start : Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, then: () => void): () => void {
    const entry = { at: this.#now + Math.max(0, ms), then };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  /** Milliseconds until the next timer; null if there is none. */
  untilNext(): number | null {
    if (this.#waiting.length === 0) return null;
    return Math.max(0, Math.min(...this.#waiting.map(({ at }) => at)) - this.#now);
  }

  /** Advances time, running due timers in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#waiting = this.#waiting.filter((other) => other !== due);
      this.#now = Math.max(this.#now, due.at);
      due.then();
    }
    this.#now = end;
  }

  /** Sets the clock without running timers, as an operator or NTP may. */
  set(to: number): void {
    this.#now = to;
  }
}
