import type { FastifyInstance } from "fastify";
import { createMailer, type MailerLog } from "./auth/mailer.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Source } from "./contract/source.ts";
import type { Engine, EngineObserver } from "./extraction/types.ts";
import { createAlerts } from "./health/alerts.ts";
import { healthEntryPoint } from "./health/entry-point.ts";
import { createHealth } from "./health/health.ts";
import { createMetrics } from "./health/metrics.ts";
import { observedMetering } from "./health/observed-metering.ts";
import { openTracing, traceRequests } from "./health/open-tracing.ts";
import type { Metering } from "./metering/types.ts";
import type { Store } from "./store/open-store.ts";

interface Given {
  store: Store;
  sources: Source[];
  isStandIn(source: string): boolean;
  originOf(source: string, name: string): string;
  clock: Clock;
}

/** Health, metrics and traces, joined to the parts that they watch. */
export async function openHealth(
  config: Config,
  log: MailerLog & { warn(details: object, message: string): void },
  { store, sources, isStandIn, originOf, clock }: Given,
) {
  const tracing = config.otlpEndpoint === "" ? null : await openTracing(config.otlpEndpoint);
  const metrics = createMetrics();
  const mailer = createMailer(config, log, clock);
  const onIncident = createAlerts({
    webhookUrl: config.alertWebhookUrl,
    email: config.alertEmail,
    sendMail: (mail) => mailer.send(mail),
    clock,
    log,
  });
  const health = createHealth({ db: store.db, sources, isStandIn, originOf, clock, log, onIncident });
  if (store.dialect === "postgres") {
    const { pool } = store;
    metrics.gauge("winnow_db_pool_connections", "Connections of the pool of queries.", "state", () => [
      ["total", pool.totalCount],
      ["idle", pool.idleCount],
      ["waiting", pool.waitingCount],
    ]);
  }

  return {
    health,
    metrics,
    observer: both(health.observer, metrics.observer),
    refusalOf: health.refusalOf,
    observed: <M extends Metering>(metering: M): M => observedMetering(metering, metrics),
    async start(engine: Engine): Promise<void> {
      metrics.gauge("winnow_circuit_breaker_open", "1 while a source's circuit breaker is open.", "source", () =>
        engine.health().map(({ source, breakerOpen }) => [source, breakerOpen ? 1 : 0]),
      );
      await health.start(engine);
    },
    entryPoint: (publicOrigin: () => string) => (server: FastifyInstance) => {
      if (tracing) traceRequests(server);
      healthEntryPoint({
        health,
        metrics,
        now: () => clock.now(),
        metricsToken: config.metricsToken,
        publicOrigin,
      })(server);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await health.close();
      await tracing?.close();
    },
  };
}

const both = (one: EngineObserver, other: EngineObserver): EngineObserver => ({
  exchange(report) {
    one.exchange?.(report);
    other.exchange?.(report);
  },
  reading(report) {
    one.reading?.(report);
    other.reading?.(report);
  },
  run(report) {
    one.run?.(report);
    other.run?.(report);
  },
});
