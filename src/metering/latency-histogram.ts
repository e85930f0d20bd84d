import { sql } from "kysely";

/** Calls by how many milliseconds they took, in steps of at most 5 %. */
export type Histogram = Map<number, number>;

const ms = sql`(ended_at - started_at)`;

/** The step that a call's duration is in, by its lower end. */
export const durationBucket = sql<number>`case when ${ms} < 100 then ${ms} when ${ms} < 1000 then ${ms} - ${ms} % 5
  when ${ms} < 10000 then ${ms} - ${ms} % 50 when ${ms} < 100000 then ${ms} - ${ms} % 500 else ${ms} - ${ms} % 5000 end`;
