import type { Insertable, Transaction } from "kysely";
import { inSlices } from "../../base/in-slices.ts";
import { keepNewest } from "../../store/row-changes.ts";
import type { Schema } from "../../store/schema.ts";

/** Logs of a schedule, each numbered by `no`. */
type Log = "schedule_changes" | "watch_events";

/** Appends rows to a schedule's log and deletes the oldest beyond the limit. */
export async function appendToLog<L extends Log>(
  trx: Transaction<Schema>,
  log: L,
  { scheduleId, rows, max }: { scheduleId: string; rows: Array<Insertable<Schema[L]>>; max: number },
): Promise<void> {
  if (rows.length === 0) return;
  for await (const some of inSlices(rows)) await trx.insertInto(log).values(some).execute();
  await keepNewest(trx, log, { of: { schedule_id: scheduleId }, by: "no", max });
}
