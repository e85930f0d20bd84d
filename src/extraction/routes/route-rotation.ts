import type { Clock } from "../../base/clock.ts";
import type { Transport } from "../transport/transport.ts";

/** One route: direct, one proxy, one remote browser. */
export interface Route {
  /** Without credentials, for the log. */
  name: string;
  transport: Transport;
}

const FIRST_COOL_DOWN_MS = 60_000;
const LONGEST_COOL_DOWN_MS = 15 * 60_000;

/**
 * The routes of one source, in the order of preference. A step may have several routes (a pool of proxies), which take
 * turns. A route that is blocked or broken cools down, longer each time.
 */
export class RouteRotation {
  readonly #steps: Route[][];
  readonly #clock: Clock;
  readonly #cooling = new Map<Route, { until: number; coolDownMs: number }>();

  constructor(steps: Route[][], clock: Clock) {
    this.#steps = steps.map((routes) => [...routes]);
    this.#clock = clock;
  }

  /** The first route that is not cooling down; if all are, the one that is done soonest; null if all were tried. */
  pick(tried: ReadonlySet<Route> = new Set()): Route | null {
    const open = this.#steps.flatMap((routes) => routes.filter((route) => !tried.has(route)));
    const well = open.find((route) => this.#coolDownLeft(route) === 0);
    const route = well ?? open.sort((a, b) => this.#coolDownLeft(a) - this.#coolDownLeft(b))[0] ?? null;
    if (route) this.#rotate(route);
    return route;
  }

  /** The route for the start of a run. */
  first(): Route {
    const route = this.pick();
    if (!route) throw new Error("the source has no route");
    return route;
  }

  coolDown(route: Route): void {
    const last = this.#cooling.get(route);
    const coolDownMs = last ? Math.min(LONGEST_COOL_DOWN_MS, last.coolDownMs * 2) : FIRST_COOL_DOWN_MS;
    this.#cooling.set(route, { until: this.#clock.now() + coolDownMs, coolDownMs });
  }

  recovered(route: Route): void {
    this.#cooling.delete(route);
  }

  /** Every route, and whether it is cooling down. */
  report(): Array<{ name: string; cooling: boolean }> {
    return this.#steps.flat().map((route) => ({ name: route.name, cooling: this.#coolDownLeft(route) > 0 }));
  }

  async close(): Promise<void> {
    await Promise.all(this.#steps.flat().map(({ transport }) => transport.close()));
  }

  #coolDownLeft(route: Route): number {
    return Math.max(0, (this.#cooling.get(route)?.until ?? 0) - this.#clock.now());
  }

  #rotate(route: Route): void {
    const routes = this.#steps.find((step) => step.includes(route));
    routes?.push(...routes.splice(routes.indexOf(route), 1));
  }
}
