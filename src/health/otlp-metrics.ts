import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { attributes, type Collector, nanoseconds, resource, sendOtlp } from "./otlp.ts";

const PAUSE_MS = 60_000;
const CUMULATIVE = 2;

type Metric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>;

/** Sends what Prometheus would read at `/metrics` to a collector, once a minute and at the end. */
export function otlpMetrics(
  collector: Collector,
  registry: Registry,
  clock: Clock,
  log: { warn(details: object, message: string): void },
) {
  const start = nanoseconds(clock.now());
  async function send(): Promise<void> {
    const times = { startTimeUnixNano: start, timeUnixNano: nanoseconds(clock.now()) };
    const metrics = ((await registry.getMetricsAsJSON()) as unknown as Metric[]).flatMap((one) => toOtlp(one, times));
    const scopeMetrics = [{ scope: { name: "winnow" }, metrics }];
    await sendOtlp(collector, "metrics", { resourceMetrics: [{ resource, scopeMetrics }] });
  }
  const onError = (err: unknown) => log.warn({ err }, "metrics could not be sent to the OTLP collector");
  const task = periodicTask({ clock, pauseMs: PAUSE_MS, run: send, onError });
  task.start();
  return {
    async close(): Promise<void> {
      await task.close();
      await send().catch(onError);
    },
  };
}

export function toOtlp({ name, help, type, values }: Metric, times: object): object[] {
  const about = { name, description: help };
  const points = () =>
    values.map(({ value, labels }) => ({ attributes: attributes(labels), ...times, asDouble: value }));
  // prom-client types its kinds as numbers and names them in JSON.
  switch (String(type)) {
    case "counter":
      return [{ ...about, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: points() } }];
    case "gauge":
      return [{ ...about, gauge: { dataPoints: points() } }];
    case "histogram":
      return [
        { ...about, histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(values, times) } },
      ];
    default:
      return [];
  }
}

/** Prometheus counts a bucket's values together with those of the smaller ones, OTLP each by itself. */
function histogramPoints(values: Metric["values"], times: object): object[] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...series].map(([labels, rows]) => {
    const total = (part: string) => rows.find(({ metricName = "" }) => metricName.endsWith(part))?.value ?? 0;
    const buckets = rows.filter(({ labels: { le } }) => le !== undefined);
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    return {
      attributes: attributes(JSON.parse(labels)),
      ...times,
      count: String(total("_count")),
      sum: total("_sum"),
      bucketCounts: counts.map(String),
      explicitBounds: buckets.flatMap(({ labels: { le } }) => (le === "+Inf" ? [] : Number(le))),
    };
  });
}
