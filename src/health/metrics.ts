import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { EngineObserver } from "../extraction/types.ts";

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

type Labelled = Iterable<readonly [label: string, value: number]>;

export type Metrics = ReturnType<typeof createMetrics>;

/** What Prometheus reads at `/metrics`. Labels are operations, sources and codes alone: never a key or an account. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges under the names of counters: promtool is right to object. The same is there by type, under other names.
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const registers = [registry];
  const requests = new Counter({
    name: "winnow_http_requests_total",
    help: "Answers of the service.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "winnow_http_request_duration_seconds",
    help: "From a request's arrival to the end of its answer.",
    labelNames: ["route", "status"],
    buckets: SECONDS,
    registers,
  });
  const upstream = new Counter({
    name: "winnow_upstream_requests_total",
    help: "Exchanges with sites, by what came of them.",
    labelNames: ["source", "route", "outcome"],
    registers,
  });
  const upstreamSeconds = new Histogram({
    name: "winnow_upstream_request_duration_seconds",
    help: "How long a site took.",
    labelNames: ["source"],
    buckets: SECONDS,
    registers,
  });
  const upstreamBytes = new Counter({
    name: "winnow_upstream_received_bytes_total",
    help: "Bytes that came from sites, as sent.",
    labelNames: ["source"],
    registers,
  });
  const runs = new Counter({
    name: "winnow_runs_total",
    help: "Runs of operations, by what came of them.",
    labelNames: ["operation", "outcome"],
    registers,
  });
  const runSeconds = new Histogram({
    name: "winnow_run_duration_seconds",
    help: "How long a run of an operation took.",
    labelNames: ["operation"],
    buckets: SECONDS,
    registers,
  });
  const records = new Counter({
    name: "winnow_records_total",
    help: "Records gathered.",
    labelNames: ["operation"],
    registers,
  });
  const retries = new Counter({
    name: "winnow_upstream_retries_total",
    help: "Exchanges that were tried again.",
    labelNames: ["source"],
    registers,
  });
  const pointsCharged = new Counter({
    name: "winnow_points_charged_total",
    help: "Points charged.",
    labelNames: ["operation"],
    registers,
  });
  const admissions = new Counter({
    name: "winnow_admissions_total",
    help: "Requests that asked to be let in, by what came of it.",
    labelNames: ["outcome"],
    registers,
  });
  const holds = new Gauge({ name: "winnow_holds_open", help: "Holds that this process has not settled.", registers });

  const observer: EngineObserver = {
    exchange({ source, route, outcome, ms, bytes }) {
      upstream.inc({ source, route, outcome });
      upstreamSeconds.observe({ source }, ms / 1000);
      upstreamBytes.inc({ source }, bytes);
    },
    run({ source, operation, ms, stats, error }) {
      const { path } = operation;
      runs.inc({ operation: path, outcome: error?.code ?? "ok" });
      runSeconds.observe({ operation: path }, ms / 1000);
      records.inc({ operation: path }, stats.records);
      if (stats.retries > 0) retries.inc({ source: source.name }, stats.retries);
    },
  };

  return {
    registry,
    observer,
    http: { requests, duration },
    metering: { pointsCharged, admissions, holds },
    /** A value that is looked up whenever somebody reads the metrics; one that cannot be had is left out. */
    gauge(name: string, help: string, labelName: string | null, read: () => Labelled | Promise<Labelled>): void {
      new Gauge({
        name,
        help,
        labelNames: labelName === null ? [] : [labelName],
        registers,
        async collect() {
          this.reset();
          const values = await Promise.resolve()
            .then(read)
            .catch((): Labelled => []);
          for (const [label, value] of values) this.set(labelName === null ? {} : { [labelName]: label }, value);
        },
      });
    },
  };
}
