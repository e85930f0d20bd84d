import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../store/schema.ts";
import { spanMs, tablesOf } from "./closed-spans.ts";
import { filtered, type HistoryFilter } from "./history-filter.ts";
import { addCalls, addStored, durationBucket, type Histogram } from "./latency-histogram.ts";
import { splitTime, sumsOf } from "./summed-time.ts";
import { type Bucket, bucketName, bucketNumber } from "./usage.ts";

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
  const histograms = await readHistograms<number>(db, filter, bucket, {
    place: bucketNumber(bucket),
    placeOf: ({ startedAt }) => Math.floor(startedAt / spanMs[bucket]),
  });
  return [...histograms]
    .sort(([one], [other]) => one - other)
    .map(([place, histogram]) => ({ ...latencyOf(histogram), day: bucketName(bucket, place * spanMs[bucket]) }));
}

export async function readLatencyByOperation(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  bucket: Bucket,
): Promise<Array<Latency & { endpoint: string }>> {
  const histograms = await readHistograms<string>(db, filter, bucket, {
    place: sql<string>`endpoint`,
    placeOf: ({ endpoint }) => endpoint,
  });
  return [...histograms]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([endpoint, histogram]) => ({ ...latencyOf(histogram), endpoint }));
}

interface Places<P> {
  place: RawBuilder<P>;
  placeOf(sum: { startedAt: number; endpoint: string }): P;
}

/** Days and hours that are over are read from their sums, the rest row by row. */
async function readHistograms<P>(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  bucket: Bucket,
  { place, placeOf }: Places<P>,
): Promise<Map<P, Histogram>> {
  const { summed, edges, rest } = await splitTime(db, filter, bucket);
  const histograms = new Map<P, Histogram>();
  const histogramAt = (at: P): Histogram => {
    const histogram = histograms.get(at) ?? new Map<number, { calls: number }>();
    histograms.set(at, histogram);
    return histogram;
  };
  const addSums = async ({ span, numbers }: (typeof summed)[number]) => {
    if (numbers.length === 0) return;
    const rows = await sumsOf(db, filter, span, numbers)
      // A version before this one summed it up without: its calls are left out, as its days soon are.
      .where("latencies", "is not", null)
      .select([`${tablesOf(span).number} as at`, "endpoint", "latencies"])
      .execute();
    for (const { at, endpoint, latencies } of rows) {
      addStored(histogramAt(placeOf({ startedAt: at * spanMs[span], endpoint })), latencies!);
    }
  };
  const addRows = async () => {
    for (const part of [...edges, ...rest]) {
      const rows = await filtered(db.selectFrom("requests"), part)
        .select(({ fn }) => [place.as("place"), durationBucket.as("ms"), fn.countAll<number>().as("calls")])
        .groupBy([place, durationBucket])
        .execute();
      for (const row of rows) addCalls(histogramAt(row.place as P), row.ms, Number(row.calls));
    }
  };
  await Promise.all([...summed.map(addSums), addRows()]);
  return histograms;
}

function latencyOf(histogram: Histogram): Latency {
  const buckets = [...histogram].sort(([one], [other]) => one - other);
  const calls = buckets.reduce((sum, [, step]) => sum + step.calls, 0);
  const at = (share: number): number => {
    let seen = 0;
    for (const [ms, step] of buckets) {
      seen += step.calls;
      if (seen * 100 >= calls * share) return ms;
    }
    return 0;
  };
  return { calls, p50_ms: at(50), p95_ms: at(95), p99_ms: at(99) };
}
