import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { locking } from "../store/lock-order.ts";
import { isPostgres } from "../store/migrations/column-types.ts";
import type { Schema } from "../store/schema.ts";
import { deleteSums } from "./closed-spans.ts";

const DAY_MS = 86_400_000;
export const HISTORY_MS = 90 * DAY_MS;
const LOG_MS = 7 * DAY_MS;

/** Deletes expired rows in steps, so that maintenance never holds the store for long. */
export function createExpiredRows(db: Kysely<Schema>, clock: Clock, isPartitioned: boolean) {
  /** Makes processes take different rows, so that none waits for another's. */
  const skipLocked = locking(isPostgres(db) ? "postgres" : "sqlite", "skip");
  const step = isPostgres(db) ? 5_000 : 500;
  /** Partitioned rows expire with their partition. */
  const inSteps = <T extends "requests" | "answers">(table: T): T => (isPartitioned ? (`${table}_rest` as T) : table);

  /** Deletes one step of expired rows: history, responses, keys, evidence, logs, lookups. Returns the number of rows. */
  async function deleteOld(): Promise<number> {
    const now = clock.now();
    const history = await db
      .deleteFrom(inSteps("requests"))
      .where("no", "in", (old) =>
        old
          .selectFrom(inSteps("requests"))
          .where("started_at", "<", now - HISTORY_MS)
          .where("ended_at", "is not", null)
          // The newest row stays, because SQLite would reuse its number and the ledger would confuse two requests.
          .where("no", "<", (newest) => newest.selectFrom("requests").select((select) => select.fn.max("no").as("no")))
          .orderBy("started_at")
          .limit(step)
          .modifyEnd(skipLocked)
          .select("no"),
      )
      .executeTakeFirst();
    const answers = await db
      .deleteFrom(inSteps("answers"))
      .where("request_no", "in", (old) =>
        old
          .selectFrom(inSteps("answers"))
          .where("expires_at", "<=", now)
          .orderBy("expires_at")
          .limit(step)
          .modifyEnd(skipLocked)
          .select("request_no"),
      )
      .executeTakeFirst();
    const logged = await db
      .deleteFrom("call_log")
      .where("no", "in", (old) =>
        old
          .selectFrom("call_log")
          .where("started_at", "<", now - LOG_MS)
          .orderBy("started_at")
          .limit(step)
          .modifyEnd(skipLocked)
          .select("no"),
      )
      .executeTakeFirst();
    const deleted = [history, answers, logged];
    for (const table of ["idempotency", "evidence", "lookup_answers"] as const) {
      deleted.push(await db.deleteFrom(table).where("expires_at", "<=", now).executeTakeFirst());
    }
    deleted.push(await db.deleteFrom("shared_windows").where("ends_at", "<=", now).executeTakeFirst());
    await deleteSums(db, now, HISTORY_MS);
    return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
  }

  return { deleteOld, step };
}
