import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { expiring } from "../store/ownership.ts";
import type { AnyDb } from "../store/schema.ts";
import { HISTORY_MS } from "../store/tables/table.ts";
import { deleteSums } from "./closed-spans.ts";

interface Expired {
  table: string;
  key: string;
  /** The column with the time. */
  time: string;
  until: number;
  also: RawBuilder<SqlBool>;
}

/** Deletes expired rows in steps, so that maintenance never holds the store for long. */
export function createExpiredRows({ db, dialect }: Pick<Store, "db" | "dialect">, clock: Clock) {
  const isPartitioned = dialect === "postgres";
  const step = isPartitioned ? 5_000 : 500;
  /** Partitioned rows expire with their partition. */
  const inSteps = (table: string) =>
    isPartitioned && (table === "requests" || table === "answers") ? `${table}_rest` : table;

  /** Deletes the oldest rows of a table, at most one step. Returns the number of rows. */
  async function deleteOldest({ table, key, time, until, also }: Expired): Promise<number> {
    const oldest = (db as AnyDb).selectFrom(table).where(time, "<=", until).where(also).orderBy(time).limit(step);
    // Processes take different rows, so that none waits for another's.
    const some = oldest.select(key).forUpdate().skipLocked();
    const { numDeletedRows } = await (db as AnyDb).deleteFrom(table).where(key, "in", some).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Deletes one step of the rows that expire by time (`store/tables`). Returns the number of rows. */
  async function deleteOld(): Promise<number> {
    const now = clock.now();
    // The newest row stays, because SQLite would reuse its number and the ledger would confuse two requests.
    const isDone = sql<SqlBool>`ended_at is not null and no < (select max(no) from requests)`;
    let deleted = 0;
    for (const { table, since: time, ms, inStepsBy: key } of expiring) {
      // What expires at this moment is over; what is kept for a week is kept for all of it.
      const until = ms === 0 ? now : now - ms - 1;
      if (key) {
        const also = table === "requests" ? isDone : sql<SqlBool>`1 = 1`;
        deleted += await deleteOldest({ table: inSteps(table), key, time, until, also });
      } else {
        const gone = await sql`delete from ${sql.table(table)} where ${sql.ref(time)} <= ${until}`.execute(db);
        deleted += Number(gone.numAffectedRows ?? 0n);
      }
    }
    await deleteSums(db, now, HISTORY_MS);
    return deleted;
  }

  return { deleteOld, step };
}
