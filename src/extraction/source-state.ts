import { isIPv4 } from "node:net";
import type { Clock } from "../base/clock.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer } from "../contract/site.ts";
import type { Politeness, Source } from "../contract/source.ts";
import { Breaker } from "./breaker.ts";
import { isWall } from "./classify-response.ts";
import { CoverageGuard } from "./coverage.ts";
import type { Connector, Resolve } from "./egress/connector.ts";
import { Governor, type GovernorEvents, type LimiterState } from "./governor/governor.ts";
import type { SiteStore } from "./governor/site-store.ts";
import { createHealthRecord } from "./health.ts";
import { createMemory } from "./memory.ts";
import { createOwnerStop, type ResolveTxt } from "./owner-stop.ts";
import { honouredRobots, noRobots, type Robots } from "./robots.ts";
import { createRouteCookies } from "./route-cookies.ts";
import { DailyBudget, type PaidTraffic } from "./routes/daily-budget.ts";
import { openRoute } from "./routes/open-route.ts";
import { parseRoutes } from "./routes/parse-routes.ts";
import { type Route, RouteRotation } from "./routes/route-rotation.ts";
import { isSameSite } from "./same-site.ts";
import type { Transport } from "./transport/transport.ts";
import type { EngineObserver, Log } from "./types.ts";
import type { UnreadableResponses } from "./unreadable-responses.ts";
import { ValidatedAnswers } from "./validated-answers.ts";
import { GoodPages } from "./walls/good-pages.ts";

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/** What the engine is given for all of its sources. */
export interface SharedOptions {
  /** Whether owners of live sites can stop the service by DNS or robots.txt (`CRAWLER_CONTACT`). */
  obeysOwners: boolean;
  /** Host names that the operator declares internal. */
  privateHosts: readonly string[];
  clock: Clock;
  /** How names are resolved and addresses dialled; tests replace it and observe the calls. */
  resolve?: Resolve;
  resolveTxt?: ResolveTxt;
  dial?: Connector;
  /** The only route to every site, which overrides `routes`: for replaying a recording. */
  transport?: Transport;
  /** What the sources remember from the start: for replaying a recording. */
  remembered?: ReadonlyArray<[key: string, value: unknown]>;
}

export interface SourceStateOptions extends SharedOptions {
  source: Source;
  originOf(name: string): string;
  isStandIn: boolean;
  /** `WINNOW_<SOURCE>_ROUTES`; `direct` by default. */
  routes: string;
  /** Replaces `{country}` in a route. */
  country: string | null;
  /** What a provider's proxies may bring in a day. */
  proxyBytesPerDay: number;
  robots: "honour" | "ignore";
  /** The operator's settings of this source by name. */
  settings: Readonly<Record<string, string>>;
  /** The manifest's, or those that the operator agreed with the site. */
  politeness: Politeness;
  /** Null if what paid routes bring is counted in this process only. */
  paidTraffic: PaidTraffic | null;
  /** How every request identifies itself. */
  identity: Readonly<Record<string, string>>;
  siteStore: SiteStore;
  log: Pick<Log, "warn">;
  observer: EngineObserver;
  unreadableResponses: UnreadableResponses;
}

export type SourceState = ReturnType<typeof openSourceState>;

/** The state of one source that outlives its runs: limits, routes, and what was learned. */
export function openSourceState(options: SourceStateOptions) {
  const { source, clock, isStandIn, privateHosts, siteStore } = options;
  const originOf = (name: string): string => {
    if (!(name in source.origins)) throw new Error(`${source.name} has no origin "${name}"`);
    return options.originOf(name);
  };
  const setting = (name: string): string => {
    const known = source.settings?.[name];
    if (!known) throw new Error(`${source.name} has no setting "${name}"`);
    return options.settings[name] ?? known.default;
  };
  const origins = new Map(Object.keys(source.origins).map((name) => [originOf(name), source.origins[name]]));
  const isOfSource = (origin: string) =>
    origins.has(origin) || [...origins.keys()].some((known) => isSameSite(known, origin));
  const egress = {
    // An origin that equals the manifest's was not configured by an operator.
    mayBePrivate: (origin: string) =>
      isStandIn || (origins.has(origin) && origins.get(origin) !== origin && namedAsPrivate(origin, privateHosts)),
    ...(options.resolve && { resolve: options.resolve }),
    ...(options.dial && { dial: options.dial }),
  };
  const { transport } = options;
  const { paidTraffic } = options;
  const addPaid = paidTraffic && ((day: string, bytes: number) => paidTraffic.add(source.name, day, bytes));
  const budget = new DailyBudget(options.proxyBytesPerDay, clock, addPaid);
  const routes = new RouteRotation(
    transport
      ? [[{ name: "given", transport }]]
      : parseRoutes(options.routes, options.country).map((step) =>
          step.map((spec) => openRoute(spec, egress, clock, budget)),
        ),
    clock,
  );
  const headers = { ...options.identity, ...source.headers, "user-agent": options.identity["user-agent"]! };
  const stop = options.obeysOwners && !isStandIn ? createOwnerStop({ ...options, source: source.name }) : undefined;
  const robots: Robots =
    options.robots === "honour" || stop
      ? honouredRobots({
          isIgnored: options.robots === "ignore",
          clock,
          headers,
          stop,
          acquire: (origin, signal, deadline) =>
            governors.get(origin).acquire("robots.txt", signal, { deadline, hasBegun: true }),
        })
      : noRobots;

  const allowanceAt = (origin: string) => {
    const { concurrency, perSecond } = options.politeness;
    const delay = robots.crawlDelayOf(origin);
    if (isStandIn) return { concurrency, perSecond: null };
    return { concurrency, perSecond: delay ? Math.min(perSecond, 1 / delay) : perSecond };
  };
  const jarOf = createRouteCookies(clock);
  const events: GovernorEvents = {
    granted: (waitedMs) => options.observer.siteGrant?.({ source: source.name, waitedMs }),
    stalled: (details) => {
      options.observer.siteStall?.({ source: source.name });
      options.log.warn({ source: source.name, ...details }, "calls wait for a site that nobody was granted for 10 s");
    },
  };
  const governors = remembered(
    (origin: string) => new Governor(origin, () => allowanceAt(origin), siteStore, clock, events),
  );
  const breakers = remembered((_place: string) => new Breaker(clock));
  const guards = remembered((operation: Operation) => new CoverageGuard(operation.record));

  return {
    originOf,
    setting,
    /** The same as data, for other threads. */
    facts: {
      source: source.name,
      origins: Object.fromEntries(Object.keys(source.origins).map((name) => [name, originOf(name)])),
      settings: Object.fromEntries(Object.keys(source.settings ?? {}).map((name) => [name, setting(name)])),
    },
    /** The common options of the source's sessions. */
    manifest: {
      headers,
      maxBytes: source.maxBytes ?? DEFAULT_MAX_BYTES,
      originOf,
      isWall: (answer: Answer) => isWall(source, answer),
      mayFetch: (url: URL) => isOfSource(url.origin) && url.username === "" && url.password === "",
    },
    /** The cookies of a route, kept for some minutes; a stand-in forgets its visitors after each run. */
    jarFor: (route: Route) => (isStandIn ? undefined : (language: string) => jarOf(route.name, language)),
    routes,
    stop,
    robots,
    memory: createMemory(clock, options.remembered),
    validatedAnswers: new ValidatedAnswers(clock),
    goodPages: new GoodPages(source),
    health: createHealthRecord(clock),
    unreadableResponses: options.unreadableResponses,
    governorOf: (origin: string) => governors.get(origin),
    breakerOf: (origin: string, route: Route) => breakers.get(`${origin} by ${route.name}`),
    coverageOf: (operation: Operation) => guards.get(operation),
    anyBreakerOpen: () => breakers.all().some(({ isOpen }) => isOpen),
    /** Totals over all origins, and the lowest pace. */
    limiter(): LimiterState {
      const all = governors.all().map(({ state }) => state);
      const sum = (of: "permits" | "inFlight" | "waiting") => all.reduce((before, one) => before + one[of], 0);
      const pace = Math.min(1, ...all.map((one) => one.pace));
      const stalled = all.some((one) => one.stalled);
      return { permits: sum("permits"), pace, inFlight: sum("inFlight"), waiting: sum("waiting"), stalled };
    },
    /** How long the site still asks to wait; 0 if it does not. */
    pausedMs: (pauses: Map<string, number>) =>
      Math.max(0, ...[...pauses].flatMap(([origin, ms]) => (isOfSource(origin) ? [ms] : []))),
    async resume(): Promise<void> {
      for (const origin of (await siteStore.pauses()).keys()) if (isOfSource(origin)) await siteStore.resume(origin);
    },
    async close(): Promise<void> {
      await Promise.all(governors.all().map((governor) => governor.close()));
      await routes.close();
    },
  };
}

function remembered<K, V extends {}>(make: (key: K) => V) {
  const made = new Map<K, V>();
  return {
    get(key: K): V {
      const value = made.get(key) ?? make(key);
      made.set(key, value);
      return value;
    },
    all: () => [...made.values()],
  };
}

/**
 * Whether an origin that the operator configured is meant to be internal: an address, `localhost`, a single-label name (as
 * containers have), or a name from the operator's list. Any other name is a site on the internet; if it resolves to an
 * internal address, something is wrong.
 */
export function namedAsPrivate(origin: string, privateHosts: readonly string[]): boolean {
  const hostname = new URL(origin).hostname.replace(/\.$/, "");
  return (
    isIPv4(hostname) ||
    // A single label, or an IPv6 address, which has no dot.
    !hostname.includes(".") ||
    hostname.endsWith(".localhost") ||
    privateHosts.includes(hostname)
  );
}
