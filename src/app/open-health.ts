import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Mailer } from "../auth/mailer.ts";
import { isSameSecret } from "../auth/same-secret.ts";
import type { Clock } from "../base/clock.ts";
import type { UntrustedProxy } from "../base/network/trusted-proxies.ts";
import type { Source } from "../contract/source.ts";
import type { Reports } from "../endpoints/context.ts";
import type { Engine, EngineObserver } from "../extraction/types.ts";
import { chatChannel, derivedSecret, mailChannel, webhookChannel } from "../health/alert-channels.ts";
import { createAlerts } from "../health/alerts.ts";
import { healthEntryPoint } from "../health/entry-point.ts";
import {
  registerEngineGauges,
  registerIncidentGauges,
  registerMachineGauges,
  registerPauseGauge,
  registerQueueGauges,
  registerStoreGauges,
} from "../health/gauges.ts";
import { createHealth } from "../health/health.ts";
import { incidentCheck } from "../health/incident-alert.ts";
import { createMetrics } from "../health/metrics.ts";
import { observedMetering } from "../health/observed-metering.ts";
import { type Collector, openTracing, readHeaders, traceRequests } from "../health/open-tracing.ts";
import {
  certificateCheck,
  diskCheck,
  mailCheck,
  ownerStopCheck,
  queueCheck,
  routesCheck,
  watchForOperator,
} from "../health/operator-checks.ts";
import { readStatus } from "../health/status.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { PointsWatch } from "../metering/points-watch.ts";
import type { Metering } from "../metering/types.ts";
import type { Store } from "../store/open-store.ts";
import type { Config } from "./config.ts";

interface Given {
  store: Store;
  sources: Source[];
  isStandIn(source: string): boolean;
  originOf(source: string, name: string): string;
  clock: Clock;
  mailer: Mailer;
  /** Running and waiting calls in this process. */
  load(): { inFlight: number; queued: number; limit: number };
  ledger: Pick<MeteringService, "ledgerQueue" | "isReady">;
  dataDir: string;
  publicUrl: string;
  /** Grants access to `/metrics` and `/health/details`, and signs alerts. */
  operatorToken: string;
}

/** Caps the traced requests of a process, so that tracing costs little under load. */
const TRACES_PER_SECOND = 10;

/** Null if no trace is to be sent. */
export const traceCollector = ({ otlpEndpoint, otlpHeaders }: Config["health"]): Collector | null =>
  otlpEndpoint === "" ? null : { endpoint: otlpEndpoint, headers: readHeaders(otlpHeaders) };

export const alertWebhookChannel = (
  { alertWebhookUrl: url, alertWebhookFormat: format }: Config["health"],
  operatorToken: string,
  clock: Clock,
) => (format === "standard" ? webhookChannel(url, derivedSecret(operatorToken), clock) : chatChannel(url, format));

/** Health, metrics and traces, connected to the parts they watch. */
export async function openHealth(
  settings: Config["health"],
  log: Record<"info" | "warn" | "error", (details: object, message: string) => void>,
  { store, sources, isStandIn, originOf, clock, mailer, load, ledger, dataDir, publicUrl, operatorToken }: Given,
) {
  const collector = traceCollector(settings);
  const tracing = collector && (await openTracing(collector));
  const sampling = { share: settings.tracedShare, perSecond: TRACES_PER_SECOND, now: () => clock.now() };
  const metrics = createMetrics();
  const mayRead = (token: string) => isSameSecret(token, operatorToken);
  const { alertWebhookUrl, alertEmail } = settings;
  const channels = [
    ...(alertWebhookUrl === "" ? [] : [alertWebhookChannel(settings, operatorToken, clock)]),
    ...(alertEmail === "" ? [] : [mailChannel(alertEmail, mailer)]),
  ];
  const alerts = createAlerts({ db: store.db, channels, clock, log });
  const onIncident = () => void watch?.soon("source");
  const health = createHealth({ db: store.db, sources, isStandIn, originOf, clock, log, onIncident });
  let watch: ReturnType<typeof watchForOperator> | null = null;
  let sourcesNow: Engine["health"] = () => [];
  registerStoreGauges(metrics, store, () => clock.now());
  registerQueueGauges(metrics, { load, ledger });
  registerIncidentGauges(metrics, health);
  registerMachineGauges(metrics, { dataDir, publicUrl, mailFailingSince: mailer.failingSince }, () => clock.now());

  return {
    health,
    metrics,
    observer: both(health.observer, metrics.observer),
    refusalOf: health.refusalOf,
    observed: <M extends Metering>(metering: M, points: Pick<PointsWatch, "charged" | "refused">): M =>
      observedMetering(metering, metrics, points),
    async start(engine: Engine): Promise<void> {
      sourcesNow = () => engine.health();
      const now = () => clock.now();
      registerEngineGauges(metrics, engine);
      registerPauseGauge(metrics, engine, now);
      await health.start(engine);
      const host = hostname();
      const checks = [
        incidentCheck(store.db, health.store.openIncidents, publicUrl),
        diskCheck(dataDir, host),
        queueCheck(store.db, now),
        mailCheck(mailer.failingSince, host),
        routesCheck(engine, host),
        ownerStopCheck(engine, host),
        ...(publicUrl.startsWith("https:") ? [certificateCheck(publicUrl, now)] : []),
      ];
      watch = watchForOperator({ alerts, checks, clock, log });
      watch.start();
    },
    countShed: metrics.http.shed,
    /** For a process without the service's endpoints. */
    scraped: { mayRead, metrics: () => metrics.registry.metrics() },
    entryPoint: (publicOrigin: () => string, inFlight: () => number) => (server: FastifyInstance) => {
      if (tracing) traceRequests(server, sampling);
      healthEntryPoint({ health, metrics, inFlight, now: () => clock.now(), mayRead, publicOrigin })(server);
    },
    reports: (untrustedProxy: () => UntrustedProxy | null): Reports => ({
      mayRead,
      async status() {
        await Promise.all([health.settled(), health.pauses.sync()]);
        return readStatus(health, clock.now());
      },
      details: () => ({
        untrusted_proxy: untrustedProxy(),
        sources: sourcesNow().map(({ source, state, breakerOpen, politeness, limiter, robots, stopped, routes }) => ({
          name: source,
          state,
          circuit_breaker: breakerOpen ? "open" : "closed",
          politeness: { concurrency: politeness.concurrency, per_second: politeness.perSecond },
          pace: {
            per_second: politeness.perSecond * limiter.pace,
            share: limiter.pace,
            waiting: limiter.waiting,
          },
          robots,
          stopped,
          routes: routes.map(({ triedAgainAt, ms, bytes, paidBytes, ...route }) => ({
            ...route,
            tried_again_at: triedAgainAt,
            average_ms: ms,
            average_bytes: bytes,
            paid_bytes: paidBytes,
          })),
        })),
      }),
    }),
    /** Call before closing the engine. */
    stop: () => health.stop(),
    async [Symbol.asyncDispose](): Promise<void> {
      await health.close();
      await watch?.close();
      await tracing?.close();
    },
  };
}

/** Tells both observers what they both want to know; a question has the answer of the first. */
function both(one: EngineObserver, other: EngineObserver): EngineObserver {
  const shared = (Object.keys(one) as Array<keyof EngineObserver>).filter((name) => other[name]);
  const tellBoth = (name: keyof EngineObserver) => (report: never) => {
    other[name]!(report);
    return one[name]!(report);
  };
  return { ...one, ...other, ...Object.fromEntries(shared.map((name) => [name, tellBoth(name)])) };
}
