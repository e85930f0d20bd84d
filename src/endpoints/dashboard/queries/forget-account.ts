import type { Kysely } from "kysely";
import type { Schema } from "../../../store/schema.ts";

/** Tables that store an account's requests and results by account. */
const theirs = [
  ...(["answers", "evidence", "call_log", "saved_calls", "alert_settings"] as const),
  ...(["webhook_endpoints", "webhook_deliveries", "schedules", "watch_usage", "destinations", "result_links"] as const),
  ...(["oauth_codes", "oauth_grants", "welcomed_accounts"] as const),
] as const;

/** A user may delete what they requested; charges stay in the ledger. */
export async function forgetAccount(db: Kysely<Schema>, accountId: string): Promise<void> {
  const schedules = db.selectFrom("schedules").where("account_id", "=", accountId).select("id");
  const batches = db.selectFrom("batches").where("account_id", "=", accountId).select("id");
  await db.deleteFrom("batch_invalid_lines").where("batch_id", "in", batches).execute();
  const watched = db.selectFrom("watch_records").where("schedule_id", "in", schedules).select("no");
  await db.deleteFrom("watch_points").where("record", "in", watched).execute();
  for (const table of ["schedule_changes", "watch_records", "watch_events"] as const) {
    await db.deleteFrom(table).where("schedule_id", "in", schedules).execute();
  }
  for (const table of theirs) await db.deleteFrom(table).where("account_id", "=", accountId).execute();
  // The rows of requests and jobs stay, since a charge or a worker may still refer to them.
  await db.updateTable("requests").set({ params: "{}" }).where("account_id", "=", accountId).execute();
  await db.updateTable("jobs").set({ params: "{}", webhook: null }).where("account_id", "=", accountId).execute();
  await db.updateTable("batches").set({ webhook: null }).where("account_id", "=", accountId).execute();
}
