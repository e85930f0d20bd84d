/** A table that PostgreSQL keeps in parts, each a span of time, so that what is old goes with its part. SQLite has it whole. */
export interface PartitionedTable {
  name: string;
  /** Milliseconds since 1970. */
  column: string;
  span: "month" | "week";
  /** How far ahead rows may come: parts for as long are made beforehand. */
  aheadMs: number;
}

const DAY_MS = 86_400_000;

/** Answers are kept for a week: in parts of a month most of what is stored would be past its time. */
export const partitionedTables = [
  { name: "requests", column: "started_at", span: "month", aheadMs: 32 * DAY_MS },
  { name: "ledger", column: "at", span: "month", aheadMs: 32 * DAY_MS },
  { name: "answers", column: "expires_at", span: "week", aheadMs: 15 * DAY_MS },
] as const satisfies PartitionedTable[];

export type PartitionedName = (typeof partitionedTables)[number]["name"];

/** A week begins on Monday; 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/** The first moment of the span that a time is in. */
export function startOf(span: PartitionedTable["span"], at: number): number {
  if (span === "week") return Math.floor((at - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The first moment of the span after the one that a time is in. */
export function nextStart(span: PartitionedTable["span"], at: number): number {
  const start = startOf(span, at);
  return startOf(span, start + (span === "week" ? WEEK_MS : 32 * DAY_MS));
}

/** `requests_20261201`, by the first day in it. */
export const partName = (table: string, from: number): string =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "")}`;
