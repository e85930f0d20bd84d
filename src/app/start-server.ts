import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import { isLoopbackHost } from "../base/network/addresses.ts";
import { lacksTrustedProxy, NAME_THE_PROXY, type UntrustedProxy } from "../base/network/trusted-proxies.ts";
import { crawlerEntryPoint } from "../entry/crawler/entry-point.ts";
import { Lifecycle, type ShutdownTimes } from "../entry/http/lifecycle.ts";
import { listen } from "../entry/http/listen.ts";
import { buildServer } from "../entry/http/server.ts";
import { mcpEntryPoint } from "../entry/mcp/entry-point.ts";
import { identityHeaders } from "../extraction/identity/user-agent.ts";
import type { Health } from "../health/health.ts";
import { createProvenanceReader } from "../recalls/provenance-reader.ts";
import type { Registry } from "../service/registry.ts";
import type { Config } from "./config.ts";
import { createTracer } from "./create-tracer.ts";
import { openDashboard } from "./open-dashboard.ts";
import { openPreparedSearches } from "./open-prepared-searches.ts";
import { openService, type ServiceOptions, storeAway } from "./open-service.ts";
import { readSites } from "./read-sites.ts";
import { operatorToken } from "./service-secrets.ts";

const DEMO = "demo@winnow.invalid";

/**
 * Returns a key for trying the service, on the first start with a store; if two processes start, only one gets it. It is
 * for a user of this machine who looks at the stand-ins: if `wanted` is false, keys from an earlier start are revoked.
 */
async function demoKeyFor(accounts: Accounts, wanted: boolean): Promise<string | null> {
  const known = await accounts.findByEmail(DEMO);
  if (known && !wanted) await accounts.revokeKeysOf(known.id, { by: "service", reason: "the demo is over" });
  if (known || !wanted) return null;
  const account = await accounts.createAccount({ email: DEMO, name: "Demo", plan: "growth" }).catch(() => null);
  if (!account) return null;
  const { secret } = await accounts.createKey(account.id, { name: "Demo" }, { by: "service" });
  return secret;
}

/** A running service. */
export interface Running {
  /** Address to open, such as `http://127.0.0.1:8080`. */
  address: string;
  /** Grants access to `/metrics` and the outbox. */
  operatorToken: string;
  /** Whether mail stays in the outbox, because there is no mail server. */
  hasOutbox: boolean;
  /** Whether somebody tries it on their own machine: then the start prints secrets. */
  isTrial: boolean;
  /** A key for trying the service, only on a first start. */
  demoKey: string | null;
  registry: Registry;
  health: Health;
  accounts: Accounts;
  /** Sources without a live address, and whether their stand-in is offered. */
  standIns: Record<string, "stand-in" | "not set up">;
  server: FastifyInstance;
  /**
   * Waits for load balancers to notice, finishes requests in flight, and closes; resolves with the number of requests cut
   * off.
   */
  stop(times: ShutdownTimes): Promise<number>;
  close(): Promise<void>;
}

/** Config -> parts -> server. Nothing else knows how the parts are connected. */
export async function startWinnow(config: Config, options: ServiceOptions = {}): Promise<Running> {
  const opened = new AsyncDisposableStack();
  await bind(config.server);
  try {
    return await startParts(config, options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw storeAway(error, config);
  }
}

async function startParts(config: Config, options: ServiceOptions, opened: AsyncDisposableStack): Promise<Running> {
  const parts = await openService(config, options, opened);
  const { log, clock, registry, accounts, metering, origins, engine, watch, mailer } = parts;
  const trace = createTracer(config, options.sourcesFolder);
  const readProvenance = createProvenanceReader({ db: parts.store.db, trace });
  const work = { ...parts.jobs, recalls: parts.recalls.views, readProvenance };
  const { isStandIn, isSetUp } = origins;
  const isTrial = registry.sources.every(({ name }) => isStandIn(name)) && isOwnMachine(config);
  const demoKey = await demoKeyFor(accounts, isTrial);
  const token = operatorToken(config);
  const listening = { address: "" };
  const preparedSearches = openPreparedSearches({ registry, engine: parts.practice });
  const dashboard = openDashboard(config, log, {
    ...parts,
    ...work,
    operatorToken: token,
    preparedSearches,
    health: watch.health,
    planRecall: parts.recalls.plan,
    passwordCost: options.passwordCost,
    resolveTxt: options.resolveTxt,
    building: options.building ?? null,
    publicOrigin: () => listening.address,
    isStandIn,
    isSetUp,
  });
  const lifecycle = new Lifecycle(clock);
  let untrustedProxy: UntrustedProxy | null = null;
  if (lacksTrustedProxy(config.server)) log.warn({ publicUrl: config.server.publicUrl }, NAME_THE_PROXY);
  const server = await buildServer({
    ...parts,
    ...work,
    tokens: metering,
    trustProxy: config.server.trustProxy,
    onUntrustedProxy: (seen) => {
      untrustedProxy = seen;
    },
    publicOrigin: () => listening.address,
    standInPage: origins.pages.at,
    contact: config.sources.crawlerContact || config.sources.contact,
    corsOrigins: listOf(config.server.corsOrigins),
    canAdmit: metering.isReady,
    stalledSources: () => engine.health().flatMap(({ source, limiter }) => (limiter.stalled ? [source] : [])),
    lifecycle,
    reports: watch.reports(() => untrustedProxy),
    onShed: watch.countShed,
    entryPoints: [
      watch.entryPoint(
        () => listening.address,
        () => lifecycle.inFlight,
      ),
      dashboard,
      crawlerEntryPoint({
        contact: config.sources.crawlerContact,
        userAgent: identityHeaders(parts.identity.contact)["user-agent"]!,
        siteOf: readSites({
          sources: registry.sources,
          engine,
          store: watch.health.store,
          isStandIn,
          originOf: origins.originOf,
          now: () => clock.now(),
        }),
      }),
      mcpEntryPoint({
        ...parts,
        ...work,
        answerOf: metering.answerOf,
        recent: async (caller, limit) =>
          (await metering.requests(caller, { start: null, end: null, limit, cursor: null })).rows,
        publicOrigin: () => listening.address,
      }),
    ],
  });
  opened.defer(() => server.close());
  parts.jobs.start();
  opened.defer(await listen(server, config.server));
  listening.address = origins.listensAt((server.server.address() as AddressInfo).port);
  return {
    address: listening.address,
    operatorToken: token,
    hasOutbox: mailer.outbox !== null,
    isTrial,
    demoKey,
    registry,
    accounts,
    health: watch.health,
    standIns: Object.fromEntries(origins.standIns.map((name) => [name, isSetUp(name) ? "stand-in" : "not set up"])),
    server,
    async stop(times) {
      const cutOff = await lifecycle.drain(times);
      if (cutOff > 0) server.server.closeAllConnections();
      await opened.disposeAsync();
      return cutOff;
    },
    close: () => opened.disposeAsync(),
  };
}

/** Throws if the port is taken, before anything is opened that would have to be closed again. */
async function bind({ port, host }: Config["server"]): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening");
  await new Promise((closed) => probe.close(closed));
}

/** The embedded default at a loopback address: what is printed reaches nobody else. */
const isOwnMachine = ({ server, database }: Config): boolean =>
  isLoopbackHost(server.host) && server.publicUrl === "" && database.url === "";

/** Splits a comma-separated setting. */
const listOf = (setting: string): string[] =>
  setting
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
