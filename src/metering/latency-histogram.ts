import { sql } from "kysely";

/** Calls by how many milliseconds they took, in steps of at most 5 %. */
export type Histogram = Map<number, { calls: number }>;

const ms = sql`(ended_at - started_at)`;

/** The step that a call's duration is in, by its lower end. */
export const durationBucket = sql<number>`case when ${ms} < 100 then ${ms} when ${ms} < 1000 then ${ms} - ${ms} % 5
  when ${ms} < 10000 then ${ms} - ${ms} % 50 when ${ms} < 100000 then ${ms} - ${ms} % 500 else ${ms} - ${ms} % 5000 end`;

export function addCalls(histogram: Histogram, ms: number, calls: number): void {
  const step = histogram.get(ms);
  if (step) step.calls += calls;
  else histogram.set(ms, { calls });
}

const [ZERO, MINUS] = [48, 45];

/**
 * Adds a histogram as the store keeps it, JSON of calls by milliseconds. Its numbers are picked out as they come, since a
 * look merges thousands: parsed, each would become an object first, and its names texts.
 */
export function addStored(histogram: Histogram, json: string): void {
  let [number, hasDigits, sign] = [0, false, 1];
  let [ms, hasMs] = [0, false];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      hasDigits = true;
    } else if (hasDigits) {
      if (hasMs) addCalls(histogram, ms, number);
      else ms = sign * number;
      hasMs = !hasMs;
      number = 0;
      hasDigits = false;
      sign = 1;
    } else if (code === MINUS) sign = -1;
  }
}
