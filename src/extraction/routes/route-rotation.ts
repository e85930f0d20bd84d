import type { Clock } from "../../base/clock.ts";
import type { Transport } from "../transport/transport.ts";
import { BudgetUsedUp, type DailyBudget } from "./daily-budget.ts";

/** One route: direct, one proxy, one remote browser. */
export interface Route {
  /** Without credentials, for the log. */
  name: string;
  transport: Transport;
  /** Opens a connection of its own for one call: the route is a provider's, whose proxies are many visitors. */
  newVisitor?: (() => Promise<Transport>) | undefined;
  /** What the route may cost a day; free by default. */
  budget?: DailyBudget;
}

export interface RouteReport extends RouteFigures {
  name: string;
  cooling: boolean;
  /** When a route that met a wall is tried again, in clock time; null if it is not resting. */
  triedAgainAt: number | null;
  /** Of a paid route: today's bytes, of all paid routes of the source together. */
  paidBytes: number | null;
}

interface Rest {
  until: number;
  coolDownMs: number;
  /** One run is trying the route. */
  onTrial: boolean;
}

const FIRST_COOL_DOWN_MS = 60_000;
const LONGEST_COOL_DOWN_MS = 15 * 60_000;
/** Others wait this long for the outcome of the run that tries a rested route. */
const TRIAL_MS = 60_000;

/**
 * The routes of one source, in the order of preference: the cheapest first. A step may have several routes (a pool of
 * proxies), which take turns. A route that is blocked or broken cools down, longer each time. After that, one run tries it
 * while the others keep to the next route; if it works, it is used by all again.
 */
export class RouteRotation {
  readonly #steps: Route[][];
  readonly #clock: Clock;
  readonly #cooling = new Map<Route, Rest>();
  readonly #records = new Map<Route, RouteRecord>();

  constructor(steps: Route[][], clock: Clock) {
    this.#steps = steps.map((routes) => [...routes]);
    this.#clock = clock;
  }

  /** The first route that is not cooling down; if all are, the one that is done soonest; null if all were tried. */
  pick(tried: ReadonlySet<Route> = new Set()): Route | null {
    const isOpen = (route: Route) => !tried.has(route) && !route.budget?.isUsedUp;
    const open = this.#steps.flatMap((routes) => routes.filter(isOpen));
    const well = open.find((route) => this.#coolDownLeft(route) === 0);
    const route = well ?? open.sort((a, b) => this.#coolDownLeft(a) - this.#coolDownLeft(b))[0] ?? null;
    if (route) {
      const resting = this.#cooling.get(route);
      if (resting && route === well) Object.assign(resting, { until: this.#clock.now() + TRIAL_MS, onTrial: true });
      this.#rotate(route);
    }
    return route;
  }

  /** The route for the start of a run. */
  first(): Route {
    const route = this.pick();
    if (!route) throw new BudgetUsedUp();
    return route;
  }

  /** A wall that several runs met at once counts once, unless it stopped the run that tried the route again. */
  coolDown(route: Route): void {
    const last = this.#cooling.get(route);
    if (last && !last.onTrial && last.until > this.#clock.now()) return;
    const coolDownMs = last ? Math.min(LONGEST_COOL_DOWN_MS, last.coolDownMs * 2) : FIRST_COOL_DOWN_MS;
    this.#cooling.set(route, { until: this.#clock.now() + coolDownMs, coolDownMs, onTrial: false });
  }

  recovered(route: Route): void {
    this.#cooling.delete(route);
  }

  /** An exchange over the route took this long and had this many bytes. */
  spent(route: Route, ms: number, bytes: number): void {
    this.#recordOf(route).spent(ms, bytes);
  }

  /** A page was read over the route, or why not. */
  ended(route: Route, outcome: RouteOutcome): void {
    this.#recordOf(route).ended(outcome);
  }

  /** Every route in its order: whether it is cooling down, what it costs and achieves. */
  report(): RouteReport[] {
    return this.#steps.flat().map((route) => {
      const resting = this.#coolDownLeft(route) > 0 ? this.#cooling.get(route) : undefined;
      return {
        name: route.name,
        cooling: resting !== undefined,
        triedAgainAt: resting?.until ?? null,
        paidBytes: route.budget?.spent ?? null,
        ...this.#recordOf(route).figures(),
      };
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#steps.flat().map(({ transport }) => transport.close()));
  }

  #recordOf(route: Route): RouteRecord {
    const record = this.#records.get(route) ?? new RouteRecord();
    this.#records.set(route, record);
    return record;
  }

  #coolDownLeft(route: Route): number {
    return Math.max(0, (this.#cooling.get(route)?.until ?? 0) - this.#clock.now());
  }

  #rotate(route: Route): void {
    const routes = this.#steps.find((step) => step.includes(route));
    routes?.push(...routes.splice(routes.indexOf(route), 1));
  }
}

const REMEMBERED = 50;

type RouteOutcome = "ok" | "wall" | "failed";

/** What a route costs and achieves. Sums are since the start of the process, averages over the last exchanges. */
interface RouteFigures {
  requests: number;
  ok: number;
  walls: number;
  /** Average duration and size of an exchange; null before the first. */
  ms: number | null;
  bytes: number | null;
}

class RouteRecord {
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
