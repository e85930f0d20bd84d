import { sql } from "kysely";

/** Calls by duration in milliseconds, in steps of at most 5 %. */
export type Histogram = Map<number, { calls: number }>;

const ms = sql`(ended_at - started_at)`;

/** The step of a call's duration, by its lower bound. */
export const durationBucket = sql<number>`case when ${ms} < 100 then ${ms} when ${ms} < 1000 then ${ms} - ${ms} % 5
  when ${ms} < 10000 then ${ms} - ${ms} % 50 when ${ms} < 100000 then ${ms} - ${ms} % 500 else ${ms} - ${ms} % 5000 end`;

export function addCalls(histogram: Histogram, ms: number, calls: number): void {
  const step = histogram.get(ms);
  if (step) step.calls += calls;
  else histogram.set(ms, { calls });
}

/** Adds a stored histogram: JSON of calls by milliseconds. */
export function addStored(histogram: Histogram, json: string): void {
  const stored: Record<string, number> = JSON.parse(json);
  for (const [ms, calls] of Object.entries(stored)) addCalls(histogram, Number(ms), calls);
}
