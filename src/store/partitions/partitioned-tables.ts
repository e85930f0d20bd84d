/**
 * A table that PostgreSQL partitions by time, so that old rows are dropped with their partition. SQLite does not partition
 * it.
 */
export interface PartitionedTable {
  name: string;
  /** Milliseconds since 1970. */
  column: string;
  span: "month" | "week";
  /** How far ahead rows may be dated: partitions are created that far in advance. */
  aheadMs: number;
}

const DAY_MS = 86_400_000;

/** Responses are kept for a week: in monthly partitions most of the stored ones would be expired. */
export const partitionedTables = [
  { name: "requests", column: "started_at", span: "month", aheadMs: 32 * DAY_MS },
  { name: "ledger", column: "at", span: "month", aheadMs: 32 * DAY_MS },
  { name: "answers", column: "expires_at", span: "week", aheadMs: 15 * DAY_MS },
] as const satisfies PartitionedTable[];

export type PartitionedName = (typeof partitionedTables)[number]["name"];

/** A week begins on Monday; 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/** Start of the period that contains a time. */
export function startOf(span: PartitionedTable["span"], at: number): number {
  if (span === "week") return Math.floor((at - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Start of the period after the one that contains a time. */
export function nextStart(span: PartitionedTable["span"], at: number): number {
  const start = startOf(span, at);
  return startOf(span, start + (span === "week" ? WEEK_MS : 32 * DAY_MS));
}

/** `requests_20261201`, after its first day. */
export const partitionName = (table: string, from: number): string =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "")}`;
