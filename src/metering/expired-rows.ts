import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { locking } from "../store/lock-order.ts";
import { isPostgres } from "../store/migrations/column-types.ts";
import type { Schema } from "../store/schema.ts";
import { deleteSums } from "./closed-spans.ts";

const DAY_MS = 86_400_000;
export const HISTORY_MS = 90 * DAY_MS;
const LOG_MS = 7 * DAY_MS;

interface Expired {
  table: string;
  key: string;
  /** The column with the time. */
  time: string;
  before: number;
  also?: RawBuilder<unknown>;
}

/** Deletes expired rows in steps, so that maintenance never holds the store for long. */
export function createExpiredRows(db: Kysely<Schema>, clock: Clock, isPartitioned: boolean) {
  /** Makes processes take different rows, so that none waits for another's. */
  const skipLocked = locking(isPostgres(db) ? "postgres" : "sqlite", "skip");
  const step = isPostgres(db) ? 5_000 : 500;
  /** Partitioned rows expire with their partition. */
  const inSteps = (table: "requests" | "answers") => (isPartitioned ? `${table}_rest` : table);

  /** Deletes the oldest rows of a table, at most one step. Returns the number of rows. */
  async function deleteOldest({ table, key, time, before, also = sql`` }: Expired): Promise<number> {
    const [rows, id, at] = [sql.table(table), sql.ref(key), sql.ref(time)];
    const { numAffectedRows = 0n } = await sql`
      delete from ${rows} where ${id} in (
        select ${id} from ${rows} where ${at} < ${before} ${also} order by ${at} limit ${step} ${skipLocked})`.execute(
      db,
    );
    return Number(numAffectedRows);
  }

  /** Deletes one step of expired rows: history, responses, keys, evidence, logs, lookups. Returns the number of rows. */
  async function deleteOld(): Promise<number> {
    const now = clock.now();
    // The newest row stays, because SQLite would reuse its number and the ledger would confuse two requests.
    const isDone = sql`and ended_at is not null and no < (select max(no) from requests)`;
    let deleted = await deleteOldest({
      table: inSteps("requests"),
      key: "no",
      time: "started_at",
      before: now - HISTORY_MS,
      also: isDone,
    });
    deleted += await deleteOldest({
      table: inSteps("answers"),
      key: "request_no",
      time: "expires_at",
      // Expired at this very moment.
      before: now + 1,
    });
    deleted += await deleteOldest({ table: "call_log", key: "no", time: "started_at", before: now - LOG_MS });
    for (const table of ["idempotency", "evidence", "lookup_answers"] as const) {
      const { numDeletedRows } = await db.deleteFrom(table).where("expires_at", "<=", now).executeTakeFirst();
      deleted += Number(numDeletedRows);
    }
    const ended = await db.deleteFrom("shared_windows").where("ends_at", "<=", now).executeTakeFirst();
    await deleteSums(db, now, HISTORY_MS);
    return deleted + Number(ended.numDeletedRows);
  }

  return { deleteOld, step };
}
