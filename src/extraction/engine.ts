import type { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Politeness, Source } from "../contract/source.ts";
import { memorySites, type SiteStore } from "./governor/site-store.ts";
import { identityHeaders } from "./identity/user-agent.ts";
import { openRun } from "./open-run.ts";
import type { ReadingThreads } from "./reading/reading-threads.ts";
import type { PaidTraffic } from "./routes/daily-budget.ts";
import { startRun } from "./run.ts";
import { openSourceState, type SharedOptions } from "./source-state.ts";
import type { Engine, EngineObserver, Log } from "./types.ts";
import { createUnreadableResponses } from "./unreadable-responses.ts";

/** What an operator can set for any source: `WINNOW_<SOURCE>_ROUTES` and so on. */
export interface SiteSettings extends Partial<Politeness> {
  /** `direct` by default. */
  routes?: string;
  /** For routes with `{country}`. */
  country?: string;
  /** What a provider's proxies may bring in a day. */
  proxyMbPerDay?: number;
  robots?: "honour" | "ignore";
}

export interface EngineOptions extends SharedOptions {
  sources: Source[];
  /** The actual address of an origin of a source's manifest. */
  originOf(source: string, name: string): string;
  /** Whether a stand-in serves the source: no rate, no robots.txt, and loopback is allowed. */
  isStandIn(source: string): boolean;
  /** The address that records have in place of a stand-in's own; null for a live site. */
  shownAt?(source: string): string | null;
  log: Log;
  /** Where unreadable responses are kept. */
  unreadableDir: string;
  /** By source. */
  sites: Readonly<Record<string, SiteSettings>>;
  /** Where that is counted for all processes; by default in this one only. */
  paidTraffic?: PaidTraffic;
  /** `WINNOW_<SOURCE>_<NAME>` by source, for the settings that its manifest declares. */
  sourceSettings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** `WINNOW_CONTACT`: how a site can reach the operator. */
  contact: string;
  /** Shared by all processes if the store is PostgreSQL; local to this process by default. */
  siteStore?: SiteStore;
  random?: () => number;
  observer?: EngineObserver;
  /** Why an operation of a source is held back; null if it is not. */
  refusalOf?(source: Source, operation: Operation): WinnowError | null;
  /** Where large pages are read, and sources that are not trusted run; by default, in this thread, which they can keep busy. */
  threads?: ReadingThreads;
  /** Whether the readers of a source are known to end; true by default. */
  isTrusted?(source: string): boolean;
}

/** An engine without an operator: sites as their manifests say, directly, and nobody watches. */
export const unconfigured = {
  sites: {},
  sourceSettings: {},
  contact: "",
  obeysOwners: false,
  privateHosts: [],
} satisfies Partial<EngineOptions>;

/** A provider's traffic is paid for, so it has a limit that nobody has to think of. */
const DEFAULT_PROXY_MB_PER_DAY = 1_000;

/** The limits of a live site unless the operator, perhaps with its consent, sets higher ones. */
const carefulWith = ({ concurrency, perSecond }: Politeness): Politeness => ({
  concurrency: Math.min(2, concurrency),
  perSecond: Math.min(1, perSecond),
});

export function createEngine(options: EngineOptions): Engine {
  const { sources, log, clock, random = Math.random, isStandIn, observer = {} } = options;
  const ownSites = memorySites(() => clock.now());
  const identity = identityHeaders(options.contact);
  const siteOf = ({ name }: Source): SiteSettings => options.sites[name] ?? {};
  const politenessOf = (source: Source): Politeness => {
    const usual = isStandIn(source.name) ? source.politeness : carefulWith(source.politeness);
    const { concurrency = usual.concurrency, perSecond = usual.perSecond } = siteOf(source);
    return { concurrency, perSecond };
  };
  const robotsOf = (source: Source) => (isStandIn(source.name) ? "ignore" : (siteOf(source).robots ?? "honour"));
  const unreadableResponses = createUnreadableResponses(options.unreadableDir, clock);
  const states = new Map(
    sources.map((source) => [
      source.name,
      openSourceState({
        ...options,
        source,
        originOf: (name) => options.originOf(source.name, name),
        isStandIn: isStandIn(source.name),
        routes: siteOf(source).routes ?? "direct",
        country: siteOf(source).country ?? null,
        proxyBytesPerDay: 1_000_000 * (siteOf(source).proxyMbPerDay ?? DEFAULT_PROXY_MB_PER_DAY),
        paidTraffic: options.paidTraffic ?? null,
        robots: robotsOf(source),
        settings: options.sourceSettings[source.name] ?? {},
        politeness: politenessOf(source),
        identity,
        // A stand-in belongs to this process: there is nobody to share it with.
        siteStore: isStandIn(source.name) ? ownSites : (options.siteStore ?? ownSites),
        observer,
        unreadableResponses,
      }),
    ]),
  );

  const stateOf = (name: string) => {
    const state = states.get(name);
    if (!state) throw new Error(`the engine was not given the source ${name}`);
    return state;
  };

  return {
    extract(call) {
      const state = stateOf(call.source.name);
      const ahead = politenessOf(call.source).concurrency;
      const { threads } = options;
      const isTrusted = options.isTrusted?.(call.source.name) ?? true;
      const seen = call.leavesNoTrace ? withoutTrace({ log, observer }) : { log, observer };
      return startRun(call, {
        ...seen,
        clock,
        health: state.health,
        refusal: () => options.refusalOf?.(call.source, call.operation) ?? null,
        originOf: (name) => options.originOf(call.source.name, name),
        isStandIn: isStandIn(call.source.name),
        shownAt: options.shownAt?.(call.source.name) ?? null,
        open: (run) => openRun({ call, state, clock, random, observer: seen.observer, ahead, threads, isTrusted }, run),
      });
    },
    async robotsRuleOf(name, request) {
      const state = stateOf(name);
      const url = new URL(request.path, state.originOf(request.origin ?? "site"));
      return (await state.robots.rulesOf(url.origin, state.routes.first().transport)).about(url);
    },
    async pauses() {
      const pauses = new Map([...(await ownSites.pauses()), ...((await options.siteStore?.pauses()) ?? [])]);
      const left = sources.map(({ name }) => [name, stateOf(name).pausedMs(pauses)] as const);
      return new Map(left.flatMap(([name, ms]) => (ms > 0 ? [[name, clock.now() + ms]] : [])));
    },
    resume: (name) => stateOf(name).resume(),
    health: () =>
      sources.map((source) => {
        const { health, anyBreakerOpen, routes, limiter, stop } = stateOf(source.name);
        return {
          ...health.report(source.name, anyBreakerOpen()),
          politeness: politenessOf(source),
          robots: robotsOf(source),
          stopped: stop?.reason ?? null,
          routes: routes.report(),
          limiter: limiter(),
        };
      }),
    async close() {
      await Promise.all([...states.values()].map((state) => state.close()));
      await unreadableResponses.settled();
    },
  };
}

/** What is seen of a run that leaves no trace: counts and times, and a verdict on its records, of which nothing is learned. */
const withoutTrace = ({ log, observer }: { log: Log; observer: EngineObserver }) => ({
  observer: {
    ...(observer.exchange && { exchange: observer.exchange }),
    ...(observer.wall && { wall: observer.wall }),
    ...(observer.wantsSample && { wantsSample: observer.wantsSample }),
    ...(observer.verdict && { verdict: observer.verdict }),
  } satisfies EngineObserver,
  log: { ...log, debug: withoutDetails(log, "debug"), warn: withoutDetails(log, "warn") } as Log,
});

const withoutDetails =
  (log: Log, level: "debug" | "warn") =>
  ({ requestId, source, code }: Record<string, unknown>) =>
    log[level]({ requestId, source, code }, "a run failed");
