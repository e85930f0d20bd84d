import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { spanMs, spanTables } from "./closed-spans.ts";
import { filtered, type HistoryFilter } from "./history-filter.ts";
import { addCalls, addStored, durationBucket, type Histogram } from "./latency-histogram.ts";
import { readSums, splitForBuckets } from "./summed-time.ts";
import { bucketName, bucketNumber, UTC_DAYS } from "./usage.ts";

/**
 * Latency percentiles, accurate to 5 %, of days or hours that have calls. Past days and hours are read from their sums, the rest row
 * by row.
 */
export async function readLatencies(db: Kysely<Schema>, filter: HistoryFilter, bucket = UTC_DAYS) {
  const { summed, rows } = await splitForBuckets(db, filter, bucket);
  const [byTime, byOperation, byBoth] = [new Histograms(), new Histograms(), new Histograms()];
  const places = (day: string, endpoint: string) => [
    byTime.at(day),
    byOperation.at(endpoint),
    byBoth.at(day, endpoint),
  ];
  const addSums = async ({ span, numbers, ahead }: (typeof summed)[number]) => {
    const sums = await readSums(db, filter, span, numbers)
      .select([`${spanTables(span).number} as at`, "endpoint", "latencies"])
      .execute();
    for (const { at, endpoint, latencies } of sums) {
      const day = bucketName(bucket.span, at * spanMs[span] + ahead);
      for (const histogram of places(day, endpoint)) addStored(histogram, latencies);
    }
  };
  const addRows = async () => {
    for (const { part, ahead } of rows) {
      const place = bucketNumber(bucket.span, ahead);
      const counted = await filtered(db.selectFrom("requests"), part)
        .select(({ fn }) => [place.as("at"), "endpoint", durationBucket.as("ms"), fn.countAll<number>().as("calls")])
        .groupBy([place, "endpoint", durationBucket])
        .execute();
      for (const { at, endpoint, ms, calls } of counted) {
        const day = bucketName(bucket.span, at * spanMs[bucket.span]);
        for (const histogram of places(day, endpoint)) addCalls(histogram, ms, Number(calls));
      }
    }
  };
  await Promise.all([...summed.map(addSums), addRows()]);
  return {
    by_time: byTime.latencies(([day = ""]) => ({ day })),
    by_operation: byOperation.latencies(([endpoint = ""]) => ({ endpoint })),
    by_both: byBoth.latencies(([day = "", endpoint = ""]) => ({ day, endpoint })),
  };
}

/** Histograms by subject. */
class Histograms {
  readonly #all = new Map<string, Histogram>();

  at(...name: string[]): Histogram {
    const key = name.join(" ");
    const histogram = this.#all.get(key) ?? new Map<number, { calls: number }>();
    this.#all.set(key, histogram);
    return histogram;
  }

  latencies<N>(nameOf: (name: string[]) => N) {
    return [...this.#all]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, histogram]) => ({ ...latencyOf(histogram), ...nameOf(key.split(" ")) }));
  }
}

function latencyOf(histogram: Histogram) {
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
