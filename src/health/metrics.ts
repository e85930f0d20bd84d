import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { EngineObserver } from "../extraction/types.ts";

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

type Labelled = Iterable<readonly [label: string, value: number]>;

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics Prometheus reads at `/metrics`. Labels are only operations, sources and codes, never a key or an account. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These gauges have counter names, to which promtool rightly objects. The same figures exist by type under other names.
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [registry] });
  const requests = counter("winnow_http_requests_total", "Answers of the service.", "route", "method", "status");
  const duration = histogram(
    "winnow_http_request_duration_seconds",
    "From a request's arrival to the end of its response.",
    "route",
    "status",
  );
  const upstream = counter(
    "winnow_upstream_requests_total",
    "Exchanges with sites, by outcome.",
    "source",
    "route",
    "outcome",
  );
  const upstreamSeconds = histogram("winnow_upstream_request_duration_seconds", "How long a site took.", "source");
  const upstreamBytes = counter(
    "winnow_upstream_received_bytes_total",
    "Bytes received from sites, as sent.",
    "source",
  );
  const siteGrants = counter("winnow_site_grants_total", "Requests started under a site's limit.", "source");
  const siteWait = histogram("winnow_site_wait_seconds", "How long calls waited for a site's limit.", "source");
  const siteStalls = counter(
    "winnow_site_stalls_total",
    "Times that calls waited for a site and no process was granted a request for ten seconds.",
    "source",
  );
  const walls = counter(
    "winnow_upstream_walls_total",
    "Responses that were recognised as walls, by route.",
    "source",
    "route",
  );
  const runs = counter("winnow_runs_total", "Runs of operations, by outcome.", "operation", "outcome");
  const runSeconds = histogram("winnow_run_duration_seconds", "How long a run of an operation took.", "operation");
  const records = counter("winnow_records_total", "Records gathered.", "operation");
  const retries = counter("winnow_upstream_retries_total", "Retried exchanges.", "source");
  const pointsCharged = counter("winnow_points_charged_total", "Points charged.", "operation");
  const admissions = counter("winnow_admissions_total", "Admission requests, by outcome.", "outcome");
  let openHolds = 0;

  const observer: EngineObserver = {
    siteGrant({ source, waitedMs }) {
      siteGrants.inc({ source });
      siteWait.observe({ source }, waitedMs / 1000);
    },
    siteStall: ({ source }) => siteStalls.inc({ source }),
    exchange({ source, route, outcome, ms, bytes }) {
      upstream.inc({ source, route, outcome });
      upstreamSeconds.observe({ source }, ms / 1000);
      upstreamBytes.inc({ source }, bytes);
    },
    wall: ({ source, route }) => walls.inc({ source, route }),
    run({ source, operation, ms, stats, error }) {
      const labels = { operation: operation.path };
      runs.inc({ ...labels, outcome: error?.code ?? "ok" });
      runSeconds.observe(labels, ms / 1000);
      records.inc(labels, stats.records);
      if (stats.retries > 0) retries.inc({ source: source.name }, stats.retries);
    },
  };

  const metrics = {
    registry,
    observer,
    http: {
      /** Counts a completed response. */
      answered(route: string, method: string, status: string, seconds: number): void {
        requests.inc({ route, method, status });
        duration.observe({ route, status }, seconds);
      },
      /** Counts a call rejected ahead of the framework: it took no measurable time, and there may be thousands a second. */
      shed(route: string): void {
        requests.inc({ route, method: "POST", status: "503" });
      },
    },
    metering: {
      asked(outcome: string): void {
        admissions.inc({ outcome });
      },
      held(): void {
        openHolds++;
      },
      settled(): void {
        openHolds--;
      },
      charged(operation: string, points: number): void {
        pointsCharged.inc({ operation }, points);
      },
    },
    /** Registers values by one label that are read on each scrape. Unavailable ones are left out. */
    gauge(name: string, help: string, label: string, read: () => Labelled | Promise<Labelled>): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset();
          const values = await Promise.try(read).catch((): Labelled => []);
          for (const [one, value] of values) this.set({ [label]: one }, value);
        },
      });
    },
    /** Same as `gauge`, for a single value. */
    value(name: string, help: string, read: () => number | null | Promise<number | null>): void {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.remove();
          const value = await Promise.try(read).catch(() => null);
          if (value !== null) this.set(value);
        },
      });
    },
  };
  metrics.value("winnow_holds_open", "Holds that this process has not settled.", () => openHolds);
  return metrics;
}
