import type { Insertable, Transaction } from "kysely";
import type { Schema } from "../../store/schema.ts";
import { inSlices } from "../in-slices.ts";

/** The logs of a schedule, each numbered by `no`. */
type Log = "schedule_changes" | "watch_events";

/** Adds rows to a log of a schedule, and deletes its oldest rows beyond the limit. */
export async function appendToLog<L extends Log>(
  trx: Transaction<Schema>,
  log: L,
  { scheduleId, rows, most }: { scheduleId: string; rows: Array<Insertable<Schema[L]>>; most: number },
): Promise<void> {
  if (rows.length === 0) return;
  const table: Log = log;
  for await (const some of inSlices(rows)) await trx.insertInto(log).values(some).execute();
  await trx
    .deleteFrom(table)
    .where("schedule_id", "=", scheduleId)
    .where("no", "<=", (from) =>
      from
        .selectFrom(table)
        .where("schedule_id", "=", scheduleId)
        .orderBy("no", "desc")
        .offset(most)
        .limit(1)
        .select("no"),
    )
    .execute();
}
