import { type Kysely, sql } from "kysely";
import type { OffsetPiece } from "../base/time-zone.ts";
import type { Schema } from "../store/schema.ts";
import { type Span, spanMs, spanTables } from "./closed-spans.ts";
import { filtered, type HistoryFilter } from "./history-filter.ts";
import { type Bucket, readSums, splitForBuckets } from "./summed-time.ts";

const duration = sql<number>`ended_at - started_at`;
const failed = sql<number>`case when status >= 400 then 1 else 0 end`;

const always: OffsetPiece = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, ahead: 0 };
export const UTC_DAYS: Bucket = { span: "day", offsets: [always] };
export const UTC_HOURS: Bucket = { span: "hour", offsets: [always] };

/** The bucket of a row, for clocks this far ahead of UTC. */
export const bucketNumber = (span: Span, ahead: number) =>
  sql<number>`(started_at + ${sql.lit(ahead)}) / ${sql.lit(spanMs[span])}`;

/** `2028-05-02`, or `2028-05-02T13` for an hour, in the bucket's local time. */
export const bucketName = (span: Span, at: number): string =>
  new Date(at).toISOString().slice(0, span === "day" ? 10 : 13);

/** Calls of one day or hour (as `bucketName` writes it), operation, key and status class. */
export type UsageCell = Awaited<ReturnType<typeof countCells>>[number];

/** Past days and hours are read from their sums, the rest row by row. */
export async function readUsageCells(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  bucket = UTC_DAYS,
): Promise<UsageCell[]> {
  const { summed, rows } = await splitForBuckets(db, filter, bucket);
  const cells = new Map<string, UsageCell>();
  const addSums = async ({ span, numbers, ahead }: (typeof summed)[number]) => {
    const rows = await readSums(db, filter, span, numbers)
      .select([`${spanTables(span).number} as at`, "endpoint", "key_id", "status_class"])
      .select(["calls", "errors", "points", "duration_ms"])
      .execute();
    for (const { at, ...row } of rows)
      addCell(cells, { ...row, day: bucketName(bucket.span, at * spanMs[span] + ahead) });
  };
  const addRows = async () => {
    for (const { part, ahead } of rows) {
      for (const cell of await countCells(db, part, bucket.span, ahead)) addCell(cells, cell);
    }
  };
  await Promise.all([...summed.map(addSums), addRows()]);
  return [...cells.values()].sort(
    (a, b) =>
      compare(a.day, b.day) ||
      compare(a.endpoint, b.endpoint) ||
      compare(a.key_id, b.key_id) ||
      a.status_class - b.status_class,
  );
}

function addCell(cells: Map<string, UsageCell>, cell: UsageCell): void {
  const name = [cell.day, cell.endpoint, cell.key_id, cell.status_class].join(" ");
  const sum = cells.get(name);
  if (!sum) cells.set(name, cell);
  else for (const figure of ["calls", "errors", "points", "duration_ms"] as const) sum[figure] += cell[figure];
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

async function countCells(db: Kysely<Schema>, filter: HistoryFilter, span: Span, ahead: number) {
  const place = bucketNumber(span, ahead);
  const statusClass = sql<number>`status / 100`;
  const rows = await filtered(db.selectFrom("requests"), filter)
    .select((select) => [
      place.as("day"),
      "endpoint",
      "key_id",
      statusClass.as("status_class"),
      select.fn.countAll<number>().as("calls"),
      sql<number>`sum(${failed})`.as("errors"),
      sql<number>`sum(cost)`.as("points"),
      sql<number>`sum(${duration})`.as("duration_ms"),
    ])
    .groupBy([place, "endpoint", "key_id", statusClass])
    .execute();
  return rows.map((row) => ({ ...row, day: bucketName(span, row.day * spanMs[span]) }));
}
