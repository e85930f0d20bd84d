import type { Kysely, Transaction } from "kysely";
import { readConfirmedAddress } from "../../accounts/account-row.ts";
import { inSlices } from "../../base/in-slices.ts";
import { limits } from "../../limits/limits.ts";
import { queueMail } from "../../store/messages.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { keyedUuid } from "../keyed-id.ts";
import { appendToLog } from "../schedules/append-to-log.ts";
import type { Known, Observed, Watch } from "./observe.ts";
import { watchMail } from "./watch-mail.ts";
import { makeRoom } from "./watch-retention.ts";

type ScheduleRow = Row<"schedules">;

const DAY_MS = 86_400_000;

/** What a schedule watches; null if nothing. */
export function readWatch(row: Pick<ScheduleRow, "track" | "rules" | "watch_fields" | "watched_at">): Watch | null {
  const [track, rules, fields] = [row.track, row.rules, row.watch_fields].map((text) => JSON.parse(text));
  return track.length + rules.length === 0 ? null : { fields, track, rules, watchedAt: row.watched_at };
}

/** Loads the records that were listed, and those with these ids. */
export async function loadKnown(db: Kysely<Schema>, scheduleId: string, ids: string[]): Promise<Map<string, Known>> {
  const query = db.selectFrom("watch_records").where("schedule_id", "=", scheduleId).selectAll();
  const rows = await query.where("removed", "=", 0).execute();
  for await (const some of inSlices(ids)) {
    rows.push(...(await query.where("removed", "=", 1).where("record_id", "in", some).execute()));
  }
  return new Map(
    rows.map(({ record_id: recordId, first_seen, last_seen, removed, last, marks }) => [
      recordId,
      {
        recordId,
        firstSeen: first_seen,
        lastSeen: last_seen,
        removed: removed === 1,
        values: JSON.parse(last),
        marks: marks === null ? {} : JSON.parse(marks),
      },
    ]),
  );
}

export interface Finding {
  schedule: ScheduleRow;
  runId: string;
  at: number;
  known: ReadonlyMap<string, Known>;
  observed: Observed;
}

/** Stores what a run added. Holds the account's lock, so that the cap holds when several of its schedules end together. */
export async function saveWatch(trx: Transaction<Schema>, finding: Finding): Promise<void> {
  const { schedule, at, known } = finding;
  const { account_id } = schedule;
  const { points: kept } = await addPoints(trx, account_id, 0, at);
  const isFull = (before: number) => before + finding.observed.points.length > limits.watchPoints.max;
  let { observed } = finding;
  if (isFull(Number(kept)) && isFull(await makeRoom(trx, account_id))) {
    const isKnown = ({ recordId }: { recordId: string }) => known.has(recordId);
    const { records, points, events } = observed;
    observed = { records: records.filter(isKnown), points: points.filter(isKnown), events: events.filter(isKnown) };
  }
  await addPoints(trx, account_id, observed.points.length, at);
  await savePoints(trx, observed, await saveRecords(trx, schedule.id, observed.records), at);
  await saveEvents(trx, finding, observed.events);
}

const addPoints = (trx: Transaction<Schema>, account_id: string, more: number, at: number) =>
  trx
    .insertInto("watch_usage")
    .values({ account_id, points: more, trimmed_at: at })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet(({ eb, ref }) => ({ points: eb(ref("watch_usage.points"), "+", more) })),
    )
    .returning("points")
    .executeTakeFirstOrThrow();

async function saveRecords(
  trx: Transaction<Schema>,
  scheduleId: string,
  records: Known[],
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for await (const some of inSlices(records)) {
    const rows = await trx
      .insertInto("watch_records")
      .values(
        some.map(({ recordId, firstSeen, lastSeen, removed, values, marks }) => ({
          schedule_id: scheduleId,
          record_id: recordId,
          first_seen: firstSeen,
          last_seen: lastSeen,
          removed: removed ? 1 : 0,
          last: JSON.stringify(values),
          marks: Object.keys(marks).length === 0 ? null : JSON.stringify(marks),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["schedule_id", "record_id"]).doUpdateSet(({ ref }) => ({
          last_seen: ref("excluded.last_seen"),
          removed: ref("excluded.removed"),
          last: ref("excluded.last"),
          marks: ref("excluded.marks"),
        })),
      )
      .returning(["no", "record_id"])
      .execute();
    for (const { no, record_id } of rows) numbers.set(record_id, no);
  }
  return numbers;
}

async function savePoints(trx: Transaction<Schema>, { points }: Observed, numbers: Map<string, number>, at: number) {
  const rows = points.flatMap(({ recordId, values }) => {
    const record = numbers.get(recordId);
    return record === undefined ? [] : [{ record, at, values: values && JSON.stringify(values) }];
  });
  for await (const some of inSlices(rows)) {
    await trx
      .insertInto("watch_points")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["record", "at"]).doUpdateSet(({ ref }) => ({ values: ref("excluded.values") })),
      )
      .execute();
  }
}

async function saveEvents(
  trx: Transaction<Schema>,
  { schedule, runId, at }: Finding,
  events: Observed["events"],
): Promise<void> {
  const { id: schedule_id, account_id } = schedule;
  const rows = events.slice(0, limits.watchEvents.max).map(({ recordId, ...event }) => ({
    schedule_id,
    run_id: runId,
    at,
    record_id: recordId,
    event: JSON.stringify(event),
  }));
  if (rows.length === 0) return;
  const mailed = await trx
    .selectFrom("watch_events")
    .innerJoin("schedules", "schedules.id", "watch_events.schedule_id")
    .where("schedules.account_id", "=", account_id)
    .where("watch_events.at", ">", at - DAY_MS)
    .select(({ fn }) => fn.count<number>("watch_events.run_id").distinct().as("runs"))
    .executeTakeFirstOrThrow();
  await appendToLog(trx, "watch_events", { scheduleId: schedule_id, rows, max: limits.watchEvents.max });
  const email = await readConfirmedAddress(trx, account_id);
  if (!email || Number(mailed.runs) >= limits.watchMails.max) return;
  const about = watchMail(schedule, events);
  await queueMail(trx, { id: keyedUuid(`watch ${runId}`), kind: "watch", person_id: account_id, email, about, at });
}
