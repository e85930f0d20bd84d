import type { Clock } from "../../clock.ts";
import type { Transport } from "../transport/transport.ts";

/** One way out: direct, one proxy, one remote browser. */
export interface Leg {
  /** Without credentials, for the log. */
  name: string;
  transport: Transport;
}

const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 15 * 60_000;

/**
 * The ways out of one source, in the order in which they are tried. A step may have several legs (a pool of
 * proxies), which take turns. A leg that was blocked, or does not work, rests; longer each time.
 */
export class RouteBook {
  readonly #steps: Leg[][];
  readonly #clock: Clock;
  readonly #resting = new Map<Leg, { until: number; restMs: number }>();

  constructor(steps: Leg[][], clock: Clock) {
    this.#steps = steps.map((legs) => [...legs]);
    this.#clock = clock;
  }

  /** The first leg in order that is well; if all rest, the one that rests least; null when all were tried. */
  pick(tried: ReadonlySet<Leg> = new Set()): Leg | null {
    const open = this.#steps.flatMap((legs) => legs.filter((leg) => !tried.has(leg)));
    const well = open.find((leg) => this.#restLeft(leg) === 0);
    const leg = well ?? open.sort((a, b) => this.#restLeft(a) - this.#restLeft(b))[0] ?? null;
    if (leg) this.#rotate(leg);
    return leg;
  }

  rest(leg: Leg): void {
    const last = this.#resting.get(leg);
    const restMs = last ? Math.min(LONGEST_REST_MS, last.restMs * 2) : FIRST_REST_MS;
    this.#resting.set(leg, { until: this.#clock.now() + restMs, restMs });
  }

  well(leg: Leg): void {
    this.#resting.delete(leg);
  }

  async close(): Promise<void> {
    await Promise.all(this.#steps.flat().map(({ transport }) => transport.close()));
  }

  #restLeft(leg: Leg): number {
    return Math.max(0, (this.#resting.get(leg)?.until ?? 0) - this.#clock.now());
  }

  #rotate(leg: Leg): void {
    const legs = this.#steps.find((step) => step.includes(leg))!;
    legs.splice(legs.indexOf(leg), 1);
    legs.push(leg);
  }
}
