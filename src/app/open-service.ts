import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createWelcomePoints } from "../accounts/welcome-points.ts";
import { createMailer } from "../auth/mailer.ts";
import type { PasswordCost } from "../auth/passwords.ts";
import type { ResolveTxt } from "../auth/single-sign-on/domain-proof.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { createLog } from "../base/log.ts";
import { createEngine } from "../extraction/engine.ts";
import { postgresSites } from "../extraction/governor/postgres-sites.ts";
import { createRobotsReport } from "../extraction/robots-report.ts";
import type { RobotsStatement } from "../extraction/robots-statement.ts";
import type { Log } from "../extraction/types.ts";
import { createPaidTraffic } from "../health/paid-traffic.ts";
import { type OpenJobs, openJobs } from "../jobs/open-jobs.ts";
import { rewriteRun } from "../jobs/schedules/recalled-run.ts";
import type { MeteringService } from "../metering/metering.ts";
import { CallLimiter, type LimiterSettings } from "../overload/call-limiter.ts";
import { watchEventLoop } from "../overload/watch-event-loop.ts";
import { openRecalls } from "../recalls/open-recalls.ts";
import { createCallLog } from "../service/call-log.ts";
import { createEvidence } from "../service/evidence.ts";
import { createKeptPages } from "../service/kept-pages.ts";
import { createLookupCache } from "../service/lookup-cache.ts";
import type { Registry } from "../service/registry.ts";
import { createService } from "../service/service.ts";
import { markInUse } from "../store/in-use.ts";
import { openStoreWhenUp, type PostgresStore, type Store } from "../store/open-store.ts";
import type { PostgresSettings } from "../store/postgres-settings.ts";
import { isOpenToAll, keepPrivate } from "../store/private-folder.ts";
import { openRootSecret } from "../store/root-secret.ts";
import { isStoreUnavailable } from "../store/store-unavailable.ts";
import { unusable } from "../store/unusable-store.ts";
import type { Config } from "./config.ts";
import { installedSources } from "./installed-sources.ts";
import { openAccounts } from "./open-accounts.ts";
import { openHealth } from "./open-health.ts";
import { openOrigins } from "./open-origins.ts";
import { openPointsWatch } from "./open-points-watch.ts";
import { openPractice } from "./open-practice.ts";
import { openReaders } from "./open-readers.ts";
import { readStart, refuseOtherStore } from "./read-start.ts";
import { operatorToken } from "./service-secrets.ts";

export interface ServiceOptions {
  clock?: Clock;
  /** Folder of the sources. */
  sourcesFolder?: string;
  /** Destination of the log, instead of standard output. */
  logTo?: { write(line: string): void };
  /** Cheaper password hashes, for tests that are not about them. */
  passwordCost?: PasswordCost;
  /** Reads DNS records that prove a domain; by default those of the system's servers. */
  resolveTxt?: ResolveTxt;
  /** Resolves when the dashboard has been built; absent if it was before the start. */
  building?: Promise<void>;
  /** Overrides the default connections and timeouts. */
  postgres?: Partial<PostgresSettings>;
  /** Overrides how many calls run and wait. */
  callLimits?: LimiterSettings;
}

/** How long a stopping process waits for its jobs before handing them over. */
const JOBS_GRACE_MS = 5_000;

/** Everything behind the entry points, as both a server and a worker need it. */
export async function openService(
  config: Config,
  { clock: given = systemClock, sourcesFolder, logTo, postgres, callLimits }: ServiceOptions,
  opened: AsyncDisposableStack,
) {
  const log = createLog(config.server.logLevel, logTo);
  const { dataDir } = config.database;
  // Concurrently: the store's threads start while the sources load.
  const [opening, found] = await Promise.allSettled([
    openAccounts({ accounts: config.accounts, database: { ...config.database, ...postgres } }, given, (settings) =>
      openStoreWhenUp(settings, (why) => log.warn({}, `${why} Waiting for it, for up to a minute.`)),
    ),
    installedSources(config, sourcesFolder),
  ]);
  if (opening.status === "fulfilled") opened.use(opening.value);
  if (found.status === "rejected") throw found.reason;
  if (opening.status === "rejected") throw opening.reason;
  const { registry, identity, settings, secrets } = readStart(config, found.value);
  const { accounts, metering, store, plans, clock, windows } = opening.value;
  await refuseOtherStore(store.db, { secrets, plans });
  const secret = await openRootSecret(store.db, secrets);
  closeToOthers(dataDir, log);
  if (store.dialect === "sqlite") opened.defer(markInUse(dataDir));
  metering.maintenance.start((error) => log.error({ err: error }, "maintenance of the store failed"));
  const origins = opened.use(await openOrigins(registry.sources, config, log));
  const { originOf, isStandIn, shownAt } = origins;
  const mailer = createMailer(config.mail, log, clock);
  const limiter = new CallLimiter(clock, callLimits);
  const watch = opened.use(
    await openHealth(config.health, log, {
      store,
      sources: registry.sources,
      isStandIn,
      originOf,
      clock,
      mailer,
      load: () => limiter.state,
      ledger: metering,
      dataDir,
      publicUrl: config.server.publicUrl,
      operatorToken: operatorToken(config),
    }),
  );
  const readers = opened.use(openReaders({ config, sourcesFolder }));
  const practice = opened.use(openPractice({ clock, log, dataDir, readers, shownAt: origins.pages.addressOf }));
  const engine = createEngine({
    sources: registry.sources,
    ...readers,
    originOf,
    isStandIn,
    shownAt,
    observer: watch.observer,
    refusalOf: watch.refusalOf,
    clock,
    log,
    unreadableDir: join(dataDir, "unreadable"),
    ...settings,
    ...identity,
    ...sharedBy(store),
  });
  opened.defer(() => engine.close());
  await watch.start(engine);
  opened.defer(() => watch.stop());
  const robots = askRobots(config, { registry, isStandIn, engine, originOf, clock, log });
  const points = opened.use(openPointsWatch({ store, clock, log }));
  const observed = watch.observed(metering, points);
  opened.defer(watchEventLoop((turnMs) => limiter.observe(turnMs)));
  const evidence = createEvidence({ db: store.db, clock, originOf, shownAt });
  const lookups = createLookupCache({ db: store.db, clock, originOf: origins.lastingOriginOf });
  const pages = opened.use(openPages(config, { store, clock, log }));
  const callLog = createCallLog(store.db, clock);
  opened.defer(() => callLog.written());
  const welcome = createWelcomePoints({ db: store.db, metering, plans, clock, secret });
  const service = createService({
    registry,
    accounts,
    metering: observed,
    engine,
    practice,
    evidence,
    lookups,
    pages,
    isStandIn,
    isSetUp: origins.isSetUp,
    originOf: origins.lastingOriginOf,
    clock,
    log,
    limiter,
    callLog,
    waitingPoints: welcome.waiting,
  });
  const jobs = opened.use(
    await openJobs({
      store,
      metering: observed,
      plans,
      service,
      clock,
      log,
      graceMs: JOBS_GRACE_MS,
      concurrency: config.jobs.concurrency,
      secret,
      publicUrl: config.server.publicUrl.replace(/\/$/, ""),
      webhookNetwork: { privateHosts: settings.privateHosts },
    }),
  );
  points.start(jobs);
  const recalls = opened.use(startRecalls(config, { store, clock, log, metering, registry, watch, jobs }));
  return {
    secret,
    identity,
    log,
    clock,
    windows,
    mailer,
    registry,
    accounts,
    metering,
    store,
    plans,
    origins,
    engine,
    practice,
    robots,
    welcome,
    service,
    jobs,
    recalls,
    watch,
  };
}

/** What the robots.txt of each live site says about its operations. */
function askRobots(
  { sources: { sites } }: Config,
  {
    registry,
    isStandIn,
    log,
    ...shared
  }: Omit<Parameters<typeof createRobotsReport>[0], "sources" | "onStatement"> & {
    registry: Registry;
    isStandIn(source: string): boolean;
    log: Parameters<typeof logRobots>[0];
  },
) {
  const robots = createRobotsReport({
    ...shared,
    sources: registry.sources.filter(({ name }) => !isStandIn(name) && sites[name]?.robots !== "ignore"),
    onStatement: (statement) => logRobots(log, statement),
  });
  // Not awaited: a slow robots.txt must not delay the start.
  void robots.ask();
  return robots;
}

const openPages = ({ health }: Config, { store, clock, log }: Pick<RecallParts, "store" | "clock" | "log">) =>
  createKeptPages({
    db: store.db,
    clock,
    maxBytes: health.keptPagesMb * 2 ** 20,
    onError: (error) => log.warn({ err: error }, "a page could not be kept"),
  });

/** A start that loses the database half-way ends with a sentence instead of a stack trace. */
export const storeAway = (error: unknown, { database }: Config): unknown =>
  database.url !== "" && isStoreUnavailable(error) ? unusable(error, database) : error;

/** Recalls: what an operator, or the end of an incident, has created is carried out by whichever process is alive. */
function startRecalls(
  { health }: Config,
  { store, registry, watch, jobs, ...shared }: RecallParts,
): ReturnType<typeof openRecalls> {
  const recalls = openRecalls({
    ...shared,
    db: store.db,
    operation: (path) => registry.byPath(path)?.operation,
    findIncident: watch.health.store.findIncident,
    publish: jobs.publish,
    rewriteRun: (run) => rewriteRun(store.db, run),
    isAutomatic: health.recalls === "automatic",
  });
  recalls.start();
  return recalls;
}

interface RecallParts {
  store: Store;
  clock: Clock;
  log: ReturnType<typeof createLog>;
  metering: MeteringService;
  registry: Registry;
  watch: Awaited<ReturnType<typeof openHealth>>;
  jobs: OpenJobs;
}

function closeToOthers(dataDir: string, log: ReturnType<typeof createLog>): void {
  // On PostgreSQL there need not be one.
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) return;
  keepPrivate(dataDir);
  if (isOpenToAll(dataDir))
    log.warn({ dataDir }, "every user of this machine can look into DATA_DIR; the service's files in it are private");
}

/** What all processes with this store share: the traffic of paid routes and, on PostgreSQL, the sites' limits. */
const sharedBy = (store: Store) => ({
  paidTraffic: createPaidTraffic(store.db),
  ...(store.dialect === "postgres" && { siteStore: sharedSites(store) }),
});

/** The sites' limits, in the database that all processes share. */
const sharedSites = ({ pool }: PostgresStore) =>
  postgresSites({ pool, holder: `${hostname()} ${process.pid} ${randomUUID()}` });

/** Logs what a live site's robots.txt allows, so that an operator knows before the first caller does. */
export function logRobots(log: Pick<Log, "info" | "warn">, statement: RobotsStatement): void {
  const { source, operation, kind, words, cure } = statement;
  const about = { source: source.name, operation: operation.path };
  if (kind === "allowed") log.info(about, words);
  else log.warn(about, `${words}. ${cure}`);
}
