import { Gauge } from "prom-client";
import packageJson from "../../package.json" with { type: "json" };
import type { Engine, SourceHealth } from "../extraction/types.ts";
import type { MeteringService } from "../metering/metering.ts";
import { newestBackup } from "../store/backup.ts";
import type { Store } from "../store/open-store.ts";
import type { Health } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import { certificateEnd, diskSpace, oldestJobMs } from "./operator-checks.ts";

const CERTIFICATE_EVERY_MS = 10 * 60_000;

const seconds = (at: number | null) => at && at / 1000;

/** Registers this process's breaker, routes and adaptive limit (AIMD) by source. */
export function registerEngineGauges(metrics: Metrics, engine: Pick<Engine, "health">): void {
  const measures: Array<[name: string, help: string, measure: (health: SourceHealth) => number]> = [
    ["circuit_breaker_open", "1 while a source's circuit breaker is open.", ({ breakerOpen }) => Number(breakerOpen)],
    [
      "upstream_routes_cooling",
      "Routes to a source that are cooling down after blocks.",
      ({ routes }) => routes.filter(({ cooling }) => cooling).length,
    ],
    [
      "upstream_paid_bytes",
      "Bytes that a provider's proxies brought today (UTC), in all processes.",
      ({ routes }) => Math.max(0, ...routes.map(({ paidBytes }) => paidBytes ?? 0)),
    ],
    [
      "upstream_permits",
      "Requests to a source that the adaptive limit allows at once now, in all processes.",
      ({ limiter }) => limiter.permits,
    ],
    [
      "upstream_pace",
      "Share of a source's rate that is in use, lower after complaints.",
      ({ limiter }) => limiter.pace,
    ],
    ["upstream_requests_in_flight", "Requests to a source that have their permit.", ({ limiter }) => limiter.inFlight],
    ["upstream_requests_waiting", "Requests to a source that wait for a permit.", ({ limiter }) => limiter.waiting],
  ];
  for (const [name, help, measure] of measures) {
    metrics.gauge(`winnow_${name}`, help, "source", () =>
      engine.health().map((health) => [health.source, measure(health)]),
    );
  }
}

/** Registers the pauses that sites asked for, in all processes; nothing while the store is unavailable. */
export function registerPauseGauge(metrics: Metrics, engine: Pick<Engine, "pauses">, now: () => number): void {
  const help = "Seconds that a source still asks to wait (Retry-After), in all processes.";
  metrics.gauge("winnow_source_paused_seconds", help, "source", async () =>
    [...(await engine.pauses())].map(([source, until]) => [source, (until - now()) / 1000]),
  );
}

interface Queues {
  load(): { inFlight: number; queued: number; limit: number };
  ledger: Pick<MeteringService, "ledgerQueue" | "isReady">;
}

/** Registers this process's queues: calls waiting to run, commands for the ledger. */
export function registerQueueGauges(metrics: Metrics, { load, ledger: { ledgerQueue, isReady } }: Queues): void {
  metrics.value("winnow_store_ready", "1 if the database admits calls, 0 if not.", async () => Number(await isReady()));
  metrics.gauge(
    "winnow_load_calls",
    "Calls of this process: running, waiting, and the limit of running ones.",
    "state",
    () => {
      const { inFlight, queued, limit } = load();
      return Object.entries({ in_flight: inFlight, queued, limit });
    },
  );
  const queued = () => ledgerQueue().queued;
  metrics.value("winnow_ledger_commands_queued", "Commands queued for the ledger.", queued);
  const inFlight = () => ledgerQueue().inFlight;
  metrics.value("winnow_ledger_batches_in_flight", "Batches in flight at the ledger.", inFlight);
}

/** Registers the stored queues, read on each scrape; nothing while the store is unavailable. */
export function registerStoreGauges(metrics: Metrics, store: Store, now: () => number): void {
  const { db } = store;
  metrics.gauge("winnow_jobs", "Jobs that have not ended, across all processes.", "state", async () => {
    const states = ["queued", "running", "admitting"] as const;
    const rows = await db
      .selectFrom("jobs")
      .where("status", "in", states)
      .groupBy("status")
      .select(({ fn }) => ["status", fn.countAll<number>().as("jobs")])
      .execute();
    const counts = new Map(rows.map(({ status, jobs }) => [status, Number(jobs)]));
    return states.map((state) => [state, counts.get(state) ?? 0]);
  });
  const oldest = async () => Math.max(0, await oldestJobMs(db, now)) / 1000;
  metrics.value("winnow_jobs_oldest_queued_seconds", "How long the oldest runnable job has waited.", oldest);
  const pending = db.selectFrom("webhook_deliveries").where("status", "=", "pending");
  const count = async (deliveries: typeof pending) =>
    (await deliveries.select(({ fn }) => fn.countAll<number>().as("all")).executeTakeFirstOrThrow()).all;
  metrics.value("winnow_webhook_deliveries_pending", "Webhook deliveries that wait to be sent.", () => count(pending));
  metrics.value("winnow_webhook_deliveries_failing", "Of the pending webhook deliveries, those that have failed.", () =>
    count(pending.where("attempt", ">", 0)),
  );
  metrics.value(
    "winnow_backup_last_success_timestamp_seconds",
    "When the newest backup was made, as a Unix time.",
    async () => seconds(await newestBackup(db)),
  );
  if (store.dialect !== "postgres") return;
  const { pool } = store;
  metrics.gauge("winnow_db_pool_connections", "Connections of the query pool.", "state", () =>
    Object.entries({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  );
  metrics.value("winnow_db_pool_connections_max", "Maximum connections of the query pool.", () => pool.options.max);
}

type Watched = Pick<Health, "store" | "sources" | "canarySuccesses">;

interface Machine {
  dataDir: string;
  publicUrl: string;
  mailFailingSince(): number | null;
}

/** Registers what this process runs on: its version, its disk, the certificate in front of it, its mail server. */
export function registerMachineGauges(metrics: Metrics, machine: Machine, now: () => number): void {
  const { dataDir, publicUrl, mailFailingSince } = machine;
  metrics.gauge("winnow_build_info", "1, with the version.", "version", () => [[packageJson.version, 1]]);
  metrics.gauge("winnow_data_dir_bytes", "Size and free space of the disk of DATA_DIR.", "what", async () =>
    Object.entries(await diskSpace(dataDir)),
  );
  metrics.value("winnow_mail_failing_seconds", "For how long no mail could be sent; 0 if mails are sent.", () =>
    seconds(now() - (mailFailingSince() ?? now())),
  );
  if (!publicUrl.startsWith("https:")) return;
  let askedAt = Number.NEGATIVE_INFINITY;
  let end: number | null = null;
  const ask = async () => {
    askedAt = now();
    end = await certificateEnd(publicUrl).catch(() => end);
  };
  metrics.value(
    "winnow_certificate_end_timestamp_seconds",
    "When the certificate of PUBLIC_URL ends, as a Unix time.",
    () => {
      // No scrape waits for an address that does not answer.
      if (now() - askedAt >= CERTIFICATE_EVERY_MS) void ask();
      return seconds(end);
    },
  );
}

/** Registers incidents and the state of each source, read from the store on each scrape; nothing while it is unavailable. */
export function registerIncidentGauges(metrics: Metrics, { store, sources, canarySuccesses }: Watched): void {
  const help = "When an operation's canaries last succeeded in this process, as a Unix time.";
  metrics.gauge("winnow_canary_last_success_timestamp_seconds", help, "operation", () =>
    [...canarySuccesses()].map(([operation, at]) => [operation, at / 1000]),
  );
  new Gauge({
    name: "winnow_incident_open",
    help: "Open incidents, across all processes.",
    labelNames: ["source", "operation", "kind"],
    registers: [metrics.registry],
    async collect() {
      this.reset();
      const incidents = await store.openIncidents().catch(() => []);
      for (const { source, operation, kind } of incidents) this.inc({ source, operation, kind });
    },
  });
  metrics.gauge("winnow_source_state", "State of a source: 0 ok, 1 degraded, 2 down.", "source", async () => {
    const [incidents, overrides] = await Promise.all([store.openIncidents(), store.overrides()]);
    return sources.map(({ name }) => {
      const own = incidents.filter(({ source }) => source === name);
      const isClosed = overrides.some(({ source, state }) => source === name && state === "closed");
      return [name, isClosed || own.some(({ blocking }) => blocking) ? 2 : Number(own.length > 0)];
    });
  });
}
