import { type TableName, tableNames, tables } from "../tables/index.ts";
import { DAY_MS, type Partition } from "../tables/table.ts";

/** A week begins on Monday; 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/** A table that PostgreSQL partitions by time. */
export interface PartitionedTable extends Partition {
  name: TableName;
}

export const partitionedTables: PartitionedTable[] = tableNames.flatMap((name) => {
  const { partition } = tables[name];
  return partition ? [{ name, ...partition }] : [];
});

/** Start of the period that contains a time. */
export function periodStart(span: Partition["span"], at: number): number {
  if (span === "week") return Math.floor((at - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** Start of the period after the one that contains a time. */
export function nextStart(span: Partition["span"], at: number): number {
  const start = periodStart(span, at);
  return periodStart(span, start + (span === "week" ? WEEK_MS : 32 * DAY_MS));
}

/** `requests_20261201`, after its first day. */
export const partitionName = (table: string, from: number): string =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "")}`;
