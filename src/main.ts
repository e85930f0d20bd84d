import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Accounts } from "./accounts/accounts.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { createEngine } from "./extraction/engine.ts";
import { sharedPermitStore } from "./extraction/governor/shared-permit-store.ts";
import { findSources } from "./find-sources.ts";
import { buildServer } from "./http/server.ts";
import { createLog } from "./log.ts";
import { mcpEntryPoint } from "./mcp/entry-point.ts";
import { openAccounts } from "./open-accounts.ts";
import { openDashboard } from "./open-dashboard.ts";
import { openOrigins } from "./open-origins.ts";
import { createRegistry, type Registry } from "./service/registry.ts";
import { createService } from "./service/service.ts";
import { sourceSettingsOf } from "./source-settings.ts";

/** A service that answers. */
export interface Running {
  /** What people open, such as `http://127.0.0.1:8080`. */
  address: string;
  /** A key to try it with, on a first start alone. */
  demoKey: string | null;
  registry: Registry;
  /** Sources that are answered by their stand-in. */
  standIns: string[];
  server: FastifyInstance;
  close(): Promise<void>;
}

interface StartOptions {
  clock?: Clock;
  /** Where the source folders are. */
  sourcesFolder?: string;
}

/** Config -> parts -> server. Nothing else knows how the parts are joined. */
export async function startWinnow(config: Config, options: StartOptions = {}): Promise<Running> {
  const opened = new AsyncDisposableStack();
  try {
    return await startParts(config, options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function startParts(
  config: Config,
  { clock = systemClock, sourcesFolder }: StartOptions,
  opened: AsyncDisposableStack,
): Promise<Running> {
  const log = createLog(config.logLevel);
  const registry = createRegistry(await findSources(sourcesFolder));
  const { accounts, metering, store, plans } = opened.use(await openAccounts(config, clock));
  metering.maintenance.start((error) => log.error({ err: error }, "maintenance of the store failed"));
  const demoKey = await createDemoKey(accounts);
  const origins = opened.use(await openOrigins(registry.sources, config, log));
  const engine = createEngine({
    sources: registry.sources,
    originOf: origins.originOf,
    isStandIn: (source) => origins.standIns.includes(source),
    clock,
    log,
    unreadableDir: join(config.dataDir, "unreadable"),
    routes: config.routes,
    robotsIgnoredFor: config.robotsIgnoredFor,
    sourceSettings: sourceSettingsOf(registry.sources, config),
    privateHosts: config.privateHosts.split(",").map((host) => host.trim()),
    ...(store.dialect === "postgres" && { permitStore: sharedPermitStore(store.pool) }),
  });
  opened.defer(() => engine.close());
  const service = createService({ registry, accounts, metering, engine, clock, log });
  const listening = { address: "" };
  const dashboard = openDashboard(config, log, {
    service,
    accounts,
    metering,
    store,
    plans,
    engine,
    clock,
    publicOrigin: () => listening.address,
  });
  const server = await buildServer({
    service,
    tokens: metering,
    clock,
    log,
    trustProxy: config.trustProxy,
    healthy: () => store.healthy(),
    entryPoints: [dashboard, mcpEntryPoint({ service, clock, answerOf: metering.answerOf }, () => [listening.address])],
  });
  opened.defer(() => server.close());
  await server.listen({ port: config.port, host: config.host });
  listening.address = addressOf(config, server);
  return {
    address: listening.address,
    demoKey,
    registry,
    standIns: origins.standIns,
    server,
    close: () => opened.disposeAsync(),
  };
}

const DEMO = "demo@winnow.invalid";

/** A key to try the service with, on the first start on a store; the process that comes second to it has none. */
async function createDemoKey(accounts: Accounts): Promise<string | null> {
  if (await accounts.findByEmail(DEMO)) return null;
  const person = await accounts.createAccount({ email: DEMO, name: "Demo", plan: "growth" }).catch(() => null);
  if (!person) return null;
  const { secret } = await accounts.createKey(person.id, { name: "Demo" });
  return secret;
}

function addressOf({ publicUrl, host }: Config, server: FastifyInstance): string {
  if (publicUrl !== "") return publicUrl.replace(/\/$/, "");
  const { port } = server.server.address() as { port: number };
  return `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`;
}
