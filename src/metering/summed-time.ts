import type { Kysely, SelectQueryBuilder } from "kysely";
import type { OffsetPiece } from "../base/time-zone.ts";
import type { Schema } from "../store/schema.ts";
import { type Span, spanMs, spanTables } from "./closed-spans.ts";
import { type HistoryFilter, isOfCalls } from "./history-filter.ts";

/** A part of a closed day. */
export type Edge = HistoryFilter & { start: number; end: number };

/** A filter's time range, split by how it is read. */
interface SplitTime {
  /** Whole closed spans, by number, at least one of each: read from their sums. */
  summed: Array<{ span: Span; numbers: number[] }>;
  /** Parts of closed days, read row by row. */
  edges: Edge[];
  /** Also row by row: some of them may not have ended. */
  rest: HistoryFilter[];
}

/**
 * Reads days from their sums, unless hours are requested; if the day has none, hours from theirs. Days of clocks ahead of
 * UTC are built from hours, except for the hours in which such a day begins.
 */
export async function splitTime(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  finest: Span,
  ahead = 0,
): Promise<SplitTime> {
  if (filter.text || filter.tag) return { summed: [], edges: [], rest: [filter] };
  const days = finest === "day" && ahead === 0 ? await readClosed(db, "day") : [];
  const isWhole = (hour: number) => (hour * spanMs.hour + ahead) % spanMs.day <= spanMs.day - spanMs.hour;
  const hours = (await readClosed(db, "hour")).filter(isWhole);
  const byDay = splitBy("day", days, filter);
  const edges: Edge[] = [];
  const open: HistoryFilter[] = [];
  for (const part of byDay.rest) cutEdges(part, new Set(days), edges, open);
  const byHour = open.map((part) => splitBy("hour", hours, part));
  const summed: SplitTime["summed"] = [
    { span: "day", numbers: byDay.numbers },
    { span: "hour", numbers: byHour.flatMap(({ numbers }) => numbers) },
  ];
  return {
    summed: summed.filter(({ numbers }) => numbers.length > 0),
    edges,
    rest: byHour.flatMap(({ rest }) => rest),
  };
}

/** What calls are counted by: UTC hours, or days of clocks with this offset from UTC at each time. */
export interface Bucket {
  span: Span;
  offsets: OffsetPiece[];
}

/** The part of a filter's range with one UTC offset; null if there is none. */
export function partIn<F extends HistoryFilter>(filter: F, { start, end }: OffsetPiece): F | null {
  const from = Math.max(filter.start ?? Number.NEGATIVE_INFINITY, start);
  const to = Math.min(filter.end ?? Number.POSITIVE_INFINITY, end);
  if (from >= to) return null;
  return { ...filter, start: Number.isFinite(from) ? from : null, end: Number.isFinite(to) ? to : null };
}

interface BucketTime {
  summed: Array<{ span: Span; numbers: number[]; ahead: number }>;
  rows: Array<{ part: HistoryFilter; ahead: number }>;
}

/** Splits the range for counting by day or hour: each part with its UTC offset. */
export async function splitForBuckets(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  { span, offsets }: Bucket,
): Promise<BucketTime> {
  const time: BucketTime = { summed: [], rows: [] };
  for (const piece of offsets) {
    const part = partIn(filter, piece);
    if (!part) continue;
    const { ahead } = piece;
    const { summed, edges, rest } = await splitTime(db, part, span, ahead);
    time.summed.push(...summed.map((sums) => ({ ...sums, ahead })));
    time.rows.push(...[...edges, ...rest].map((row) => ({ part: row, ahead })));
  }
  return time;
}

async function readClosed(db: Kysely<Schema>, span: Span): Promise<number[]> {
  const { closed, number } = spanTables(span);
  const rows = await db.selectFrom(closed).orderBy(number).select(`${number} as at`).execute();
  return rows.map(({ at }) => Number(at));
}

/** The closed spans that lie entirely within the filter's range, and the rest of it. */
export function splitBy(
  span: Span,
  closed: number[],
  filter: HistoryFilter,
): { numbers: number[]; rest: HistoryFilter[] } {
  const size = spanMs[span];
  const first = filter.start == null ? Number.NEGATIVE_INFINITY : Math.ceil(filter.start / size);
  const last = filter.end == null ? Number.POSITIVE_INFINITY : Math.floor(filter.end / size) - 1;
  const numbers = closed.filter((number) => number >= first && number <= last);
  const rest: HistoryFilter[] = [];
  let from = filter.start ?? null;
  for (const number of numbers) {
    if (from === null || from < number * size) rest.push({ ...filter, start: from, end: number * size });
    from = (number + 1) * size;
  }
  if (filter.end == null || from === null || from < filter.end) rest.push({ ...filter, start: from });
  return { numbers, rest };
}

/** Cuts off the parts of closed days at either end. */
function cutEdges(part: HistoryFilter, closed: Set<number>, edges: Edge[], open: HistoryFilter[]): void {
  let { start = null, end = null } = part;
  const dayOf = (at: number) => Math.floor(at / spanMs.day);
  if (start !== null && start % spanMs.day > 0 && closed.has(dayOf(start))) {
    const stop = Math.min(end ?? Number.POSITIVE_INFINITY, (dayOf(start) + 1) * spanMs.day);
    edges.push({ ...part, start, end: stop, allEnded: true });
    start = stop;
  }
  const isLeft = () => start === null || end === null || start < end;
  if (end !== null && isLeft() && end % spanMs.day > 0 && closed.has(dayOf(end))) {
    const from = dayOf(end) * spanMs.day;
    edges.push({ ...part, start: from, end, allEnded: true });
    end = from;
  }
  if (isLeft()) open.push({ ...part, start, end });
}

type Sums = SelectQueryBuilder<Schema, "request_days", object>;

/** The sums of closed spans that match a filter. */
export function readSums(db: Kysely<Schema>, filter: HistoryFilter, span: Span, numbers: number[]): Sums {
  const { sums, number } = spanTables(span);
  return matching(db.selectFrom(sums).where(number, "in", numbers), filter);
}

/** The sums by tags of days that match a filter. */
export const readTagSums = (db: Kysely<Schema>, filter: HistoryFilter, days: number[]) =>
  matching(
    db.selectFrom("tag_days" as "request_days").where("day", "in", days),
    filter,
  ) as unknown as SelectQueryBuilder<Schema, "tag_days", object>;

const matching = (all: Sums, filter: HistoryFilter): Sums =>
  all
    .where(isOfCalls(filter))
    .$if(Boolean(filter.statusClass), (some) => some.where("status_class", "=", Number(filter.statusClass)));

/** Counts the calls of closed spans that match a filter. */
export async function countSummed(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  span: Span,
  numbers: number[],
): Promise<number> {
  const calls = readSums(db, filter, span, numbers).select(({ fn }) => fn.sum<number>("calls").as("total"));
  return Number((await calls.executeTakeFirstOrThrow()).total ?? 0);
}
