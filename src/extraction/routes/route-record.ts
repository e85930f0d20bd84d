const REMEMBERED = 50;

export type RouteOutcome = "ok" | "wall" | "failed";

/** What a route costs and achieves. Sums are since the start of the process, averages over the last exchanges. */
export interface RouteFigures {
  requests: number;
  ok: number;
  walls: number;
  /** Average duration and size of an exchange; null before the first. */
  ms: number | null;
  bytes: number | null;
}

export class RouteRecord {
  readonly #outcomes: Record<RouteOutcome, number> = { ok: 0, wall: 0, failed: 0 };
  #requests = 0;
  #last: Array<{ ms: number; bytes: number }> = [];

  spent(ms: number, bytes: number): void {
    this.#requests++;
    this.#last = [...this.#last, { ms, bytes }].slice(-REMEMBERED);
  }

  ended(outcome: RouteOutcome): void {
    this.#outcomes[outcome]++;
  }

  figures(): RouteFigures {
    const average = (of: "ms" | "bytes") =>
      this.#last.length === 0
        ? null
        : Math.round(this.#last.reduce((sum, one) => sum + one[of], 0) / this.#last.length);
    const { ok, wall } = this.#outcomes;
    return { requests: this.#requests, ok, walls: wall, ms: average("ms"), bytes: average("bytes") };
  }
}
