import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../store/schema.ts";
import { splitTime, summedDays } from "./closed-days.ts";
import { filtered, type HistoryFilter } from "./history-filter.ts";
import { durationBucket, type Histogram } from "./latency-histogram.ts";
import { type Bucket, bucketName, bucketNumber, bucketSizes } from "./usage.ts";

/** How long calls took: half, 95 and 99 of 100 took no longer, to 5 %. */
export interface Latency {
  calls: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

/** By day or hour; those with no calls are left out. */
export async function readLatencyByTime(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  bucket: Bucket,
): Promise<Array<Latency & { day: string }>> {
  const histograms = await readHistograms<number>(db, filter, {
    place: bucketNumber(bucket),
    placeOf: ({ day }) => day,
    hasSums: bucket === "day",
  });
  return [...histograms]
    .sort(([one], [other]) => one - other)
    .map(([place, histogram]) => ({ ...latencyOf(histogram), day: bucketName(bucket, place * bucketSizes[bucket]) }));
}

export async function readLatencyByOperation(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  bucket: Bucket,
): Promise<Array<Latency & { endpoint: string }>> {
  const histograms = await readHistograms<string>(db, filter, {
    place: sql<string>`endpoint`,
    placeOf: ({ endpoint }) => endpoint,
    hasSums: bucket === "day",
  });
  return [...histograms]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([endpoint, histogram]) => ({ ...latencyOf(histogram), endpoint }));
}

interface Places<P> {
  place: RawBuilder<P>;
  placeOf(row: { day: number; endpoint: string }): P;
  /** Whether the sums of days say it. */
  hasSums: boolean;
}

/** Days that are over are read from their sums, the rest row by row. */
async function readHistograms<P>(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  { place, placeOf, hasSums }: Places<P>,
): Promise<Map<P, Histogram>> {
  const { days, rest } = hasSums ? await splitTime(db, filter) : { days: [], rest: [filter] };
  const histograms = new Map<P, Histogram>();
  const add = (at: P, ms: number, calls: number) => {
    const histogram = histograms.get(at) ?? new Map<number, number>();
    histograms.set(at, histogram.set(ms, (histogram.get(ms) ?? 0) + calls));
  };
  const summed = await summedDays(db, filter, days).select(["day", "endpoint", "latencies"]).execute();
  for (const row of summed) {
    // A version before this one summed it up without: its calls are left out, as its days soon are.
    const buckets = JSON.parse(row.latencies ?? "{}") as Record<string, number>;
    for (const [ms, calls] of Object.entries(buckets)) add(placeOf(row), Number(ms), calls);
  }
  for (const part of rest) {
    const rows = await filtered(db.selectFrom("requests"), part)
      .select(({ fn }) => [place.as("place"), durationBucket.as("ms"), fn.countAll<number>().as("calls")])
      .groupBy([place, durationBucket])
      .execute();
    for (const row of rows) add(row.place as P, row.ms, Number(row.calls));
  }
  return histograms;
}

function latencyOf(histogram: Histogram): Latency {
  const buckets = [...histogram].sort(([one], [other]) => one - other);
  const calls = buckets.reduce((sum, [, count]) => sum + count, 0);
  const at = (share: number): number => {
    let seen = 0;
    for (const [ms, count] of buckets) {
      seen += count;
      if (seen * 100 >= calls * share) return ms;
    }
    return 0;
  };
  return { calls, p50_ms: at(50), p95_ms: at(95), p99_ms: at(99) };
}
