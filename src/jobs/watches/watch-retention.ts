import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { type Plans, watchDays } from "../../accounts/plans.ts";
import type { Clock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import { ownerOf } from "../../store/practice-id.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { Schema } from "../../store/schema.ts";

const DAY_MS = 86_400_000;
/** Accounts checked per round. */
const AT_ONCE = 20;

type Trx = Transaction<Schema>;

const recordsOf = (trx: Trx, accountId: string) =>
  trx
    .selectFrom("watch_records")
    .innerJoin("schedules", "schedules.id", "watch_records.schedule_id")
    .where("schedules.account_id", "=", accountId)
    .select("watch_records.no");

/** Deletes a tenth of an account's points, oldest first, except the last of each listed record. Returns the number left. */
export async function makeRoom(trx: Trx, accountId: string): Promise<number> {
  const share = Math.ceil(limits.watchPoints.max / 10);
  const { numAffectedRows = 0n } = await sql`
    delete from watch_points where (record, at) in (
      select point.record, point.at from watch_points as point
      where point.record in (${recordsOf(trx, accountId)})
        and exists (select 1 from watch_points as later where later.record = point.record and later.at > point.at)
      order by point.at limit ${share})`.execute(trx);
  if (numAffectedRows < BigInt(share)) await deleteGone(trx, accountId, Number.MAX_SAFE_INTEGER);
  return recount(trx, accountId);
}

/** Deletes records last seen before a time. */
async function deleteGone(trx: Trx, accountId: string, before: number): Promise<void> {
  const gone = recordsOf(trx, accountId).where("watch_records.last_seen", "<", before);
  await trx.deleteFrom("watch_points").where("record", "in", gone).execute();
  await trx.deleteFrom("watch_records").where("no", "in", gone).execute();
}

async function recount(trx: Trx, accountId: string): Promise<number> {
  const { points } = await trx
    .selectFrom("watch_points")
    .where("record", "in", recordsOf(trx, accountId))
    .select(({ fn }) => fn.countAll<number>().as("points"))
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("watch_usage")
    .set({ points: Number(points) })
    .where("account_id", "=", accountId)
    .execute();
  return Number(points);
}

/** Deletes everything stored for a schedule that was just deleted. */
export async function forgetWatch(trx: Trx, accountId: string, scheduleId: string): Promise<void> {
  // Takes the account's lock first: see `saveWatch`.
  const usage = trx.updateTable("watch_usage").where("account_id", "=", accountId);
  await usage.set(({ ref }) => ({ points: ref("points") })).execute();
  const records = trx.selectFrom("watch_records").where("schedule_id", "=", scheduleId).select("no");
  await trx.deleteFrom("watch_points").where("record", "in", records).execute();
  await trx.deleteFrom("watch_records").where("schedule_id", "=", scheduleId).execute();
  await trx.deleteFrom("watch_events").where("schedule_id", "=", scheduleId).execute();
  await recount(trx, accountId);
}

/** Deletes values older than each account's plan keeps, once a day. The value in force at that time is kept for each record. */
export function createWatchRetention({ db, clock, plans }: { db: Kysely<Schema>; clock: Clock; plans: Plans }) {
  async function trim(accountId: string, cutoff: number, trimmedAt: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const untrimmed = trx
        .updateTable("watch_usage")
        .where("account_id", "=", accountId)
        .where("trimmed_at", "=", trimmedAt);
      if (!(await changesRow(untrimmed.set({ trimmed_at: clock.now() })))) return;
      await deleteGone(trx, accountId, cutoff);
      await sql`
        delete from watch_points where at < ${cutoff} and record in (${recordsOf(trx, accountId)}) and exists (
          select 1 from watch_points as later
          where later.record = watch_points.record and later.at > watch_points.at and later.at <= ${cutoff})`.execute(
        trx,
      );
      const own = trx.selectFrom("schedules").where("account_id", "=", accountId).select("id");
      await trx.deleteFrom("watch_events").where("schedule_id", "in", own).where("at", "<", cutoff).execute();
      await recount(trx, accountId);
    });
  }

  return async function deleteOld(): Promise<void> {
    const due = await db
      .selectFrom("watch_usage")
      .innerJoin("accounts", (join) =>
        join.on(sql<SqlBool>`accounts.id = ${sql.raw(ownerOf("watch_usage.account_id"))}`),
      )
      .where("trimmed_at", "<", clock.now() - DAY_MS)
      .orderBy("trimmed_at")
      .limit(AT_ONCE)
      .select(["account_id", "trimmed_at", "plan"])
      .execute();
    for (const { account_id, trimmed_at, plan: name } of due) {
      const plan = plans[name];
      if (plan) await trim(account_id, clock.now() - watchDays(plan) * DAY_MS, trimmed_at);
    }
  };
}
