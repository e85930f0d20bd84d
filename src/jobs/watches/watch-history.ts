import { type Kysely, type SqlBool, sql } from "kysely";
import { type Plans, watchDays } from "../../accounts/plans.ts";
import type { Clock } from "../../base/clock.ts";
import { iso } from "../../base/iso.ts";
import { limits } from "../../limits/limits.ts";
import { type PageQuery, pager } from "../../store/pager.ts";
import { ownerOf } from "../../store/practice-id.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { unpackSnapshot } from "../schedules/snapshot.ts";
import type { HistorySpan } from "../schedules/types.ts";
import type { Value } from "./rules.ts";
import type { Mover, RecordHistory, TrackedRecord, Trigger } from "./watch-views.ts";

const newestTriggers = pager("triggers", { no: "number" });

const DAY_MS = 86_400_000;

type Id = { id: string };
type Since = { from: number; limit: number };

/** Reads the stored values of the fields that schedules track. */
export function createWatchHistory({ db, clock, plans }: { db: Kysely<Schema>; clock: Clock; plans: Plans }) {
  const scheduleOf = (id: string) =>
    db
      .selectFrom("schedules")
      .innerJoin("accounts", (join) => join.on(sql<SqlBool>`accounts.id = ${sql.raw(ownerOf("schedules.account_id"))}`))
      .where("schedules.id", "=", id)
      .select(["schedules.id", "snapshot", "watch_fields", "watched_at", "plan"])
      .executeTakeFirstOrThrow();

  /** Older values are hidden, even if they are not deleted yet. */
  const oldestOf = (plan: string): number => {
    const known = plans[plan];
    return known ? clock.now() - watchDays(known) * DAY_MS : 0;
  };

  /** The points of a record, oldest first. The value in force when the span began is moved to its start. */
  async function pointsOf(record: number, { from, to }: { from: number; to: number | null }) {
    const points = db.selectFrom("watch_points").where("record", "=", record).select(["at", "values", "recalled"]);
    const within = to === null ? points : points.where("at", "<", to);
    const newest = await within.where("at", ">", from).orderBy("at", "desc").limit(limits.historyPoints.max).execute();
    const held = await points.where("at", "<=", from).orderBy("at", "desc").limit(1).execute();
    const isWhole = newest.length < limits.historyPoints.max;
    return [
      ...(isWhole ? held.map((point) => ({ ...point, at: Math.max(point.at, from) })) : []),
      ...newest.toReversed(),
    ];
  }

  /** A record's values over time; null if the schedule has never seen it. */
  async function history({ id }: Id, recordId: string, { from, to }: HistorySpan): Promise<RecordHistory | null> {
    const schedule = await scheduleOf(id);
    const row = await recordOf(db, id, recordId);
    if (!row) return null;
    const fields: string[] = JSON.parse(schedule.watch_fields);
    const points = await pointsOf(row.no, { from: Math.max(from ?? 0, oldestOf(schedule.plan)), to });
    const snapshot = schedule.snapshot === null ? null : await unpackSnapshot(schedule.snapshot);
    return {
      record_id: recordId,
      record: snapshot?.records.get(recordId) ?? null,
      first_seen: iso(row.first_seen),
      last_seen: iso(row.last_seen ?? schedule.watched_at ?? row.first_seen),
      listed: row.last_seen === null,
      points: points.map(({ at, values, recalled }) => ({
        at: iso(at),
        recalled: recalled === null ? null : String(recalled),
        listed: values !== null,
        values: values === null ? {} : named(fields, JSON.parse(values)),
      })),
    };
  }

  /** The records whose field has changed most since a time, the largest change first. */
  async function movers({ id }: Id, field: string, { from, limit }: Since): Promise<Mover[]> {
    const { watch_fields, snapshot, plan } = await scheduleOf(id);
    const start = Math.max(from, oldestOf(plan));
    const fields: string[] = JSON.parse(watch_fields);
    const fieldIn = (values: string | null): unknown =>
      values === null ? null : (named(fields, JSON.parse(values))[field] ?? null);
    const rows = await db
      .selectFrom("watch_records")
      .where("schedule_id", "=", id)
      .where("last_seen", "is", null)
      .select(({ selectFrom }) => {
        const points = selectFrom("watch_points")
          .whereRef("record", "=", "watch_records.no")
          .where("values", "is not", null);
        const held = points.where("at", "<=", start).orderBy("at", "desc").limit(1).select("values");
        const first = points.where("at", ">", start).orderBy("at").limit(1).select("values");
        return ["record_id", "last", held.as("held"), first.as("first")];
      })
      .execute();
    const moved = rows.flatMap(({ record_id, last, held, first }): Array<Omit<Mover, "record">> => {
      const [old, now] = [fieldIn(held ?? first), fieldIn(last)];
      if (typeof old !== "number" || typeof now !== "number" || old === now) return [];
      return [{ record_id, old, new: now, percent: old === 0 ? null : ((now - old) / Math.abs(old)) * 100 }];
    });
    const size = ({ percent }: { percent: number | null }) => Math.abs(percent ?? Number.POSITIVE_INFINITY);
    const biggest = moved.sort((a, b) => size(b) - size(a) || (a.record_id < b.record_id ? -1 : 1)).slice(0, limit);
    const seen = snapshot === null ? null : await unpackSnapshot(snapshot);
    return biggest.map((mover) => ({ ...mover, record: seen?.records.get(mover.record_id) ?? null }));
  }

  /** The listed records in their order, with what their field was since a time. */
  async function tracked({ id }: Id, field: string, { from, limit }: Since) {
    const { watch_fields, snapshot, plan } = await scheduleOf(id);
    const start = Math.max(from, oldestOf(plan));
    const fields: string[] = JSON.parse(watch_fields);
    const listed = await db
      .selectFrom("watch_records")
      .where("schedule_id", "=", id)
      .where("last_seen", "is", null)
      .select(["no", "record_id", "last"])
      .execute();
    const seen = (snapshot === null ? null : await unpackSnapshot(snapshot))?.records ?? new Map();
    const places = new Map([...seen.keys()].map((recordId, place) => [recordId, place]));
    const place = ({ record_id }: { record_id: string }) => places.get(record_id) ?? places.size;
    const shown = listed.sort((a, b) => place(a) - place(b) || a.no - b.no).slice(0, limit);
    const records = shown.map(async ({ no, record_id, last }): Promise<TrackedRecord> => {
      const points = await pointsOf(no, { from: start, to: null });
      const read = (values: string): Value => named(fields, JSON.parse(values))[field] ?? null;
      const values = points.flatMap((point) => (point.values === null ? [] : [read(point.values)]));
      return { record_id, record: seen.get(record_id) ?? null, ...summarize(values, read(last)) };
    });
    return { total: listed.length, records: await Promise.all(records) };
  }

  return {
    history,
    movers,
    tracked,
    /** The rules that fired, newest first. */
    triggers: ({ id }: Id, page: PageQuery) =>
      newestTriggers.page(db.selectFrom("watch_events").where("schedule_id", "=", id).selectAll(), page, toTrigger),
  };
}

const SPARK_NUMBERS = 40;

/** What a field was, from its values in order of time. */
function summarize(values: Value[], now: Value): Omit<TrackedRecord, "record_id" | "record"> {
  const numbers = values.filter((value) => typeof value === "number");
  return {
    now,
    before: values.findLast((value) => value !== now) ?? null,
    lowest: numbers.length === 0 ? null : Math.min(...numbers),
    highest: numbers.length === 0 ? null : Math.max(...numbers),
    numbers: numbers.slice(-SPARK_NUMBERS),
  };
}

const recordOf = (db: Kysely<Schema>, scheduleId: string, recordId: string) =>
  db
    .selectFrom("watch_records")
    .where("schedule_id", "=", scheduleId)
    .where("record_id", "=", recordId)
    .selectAll()
    .executeTakeFirst();

/** Values by field. For a field that was dropped and tracked again, the later position has them. */
function named(fields: string[], values: Value[]): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [index, value] of values.entries()) {
    const name = fields[index];
    if (name !== undefined) found[name] = value ?? found[name] ?? null;
  }
  return found;
}

function toTrigger({ no, run_id, at, record_id, event }: Row<"watch_events">): Trigger {
  return { id: String(no), run_id, at: iso(at), record_id, ...JSON.parse(event) };
}
