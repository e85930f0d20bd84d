import { type RawBuilder, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { locking } from "../store/lock-order.ts";
import type { Store } from "../store/open-store.ts";
import { expiring } from "../store/ownership.ts";
import { HISTORY_MS } from "../store/tables/table.ts";
import { deleteSums } from "./closed-spans.ts";

interface Expired {
  table: string;
  key: string;
  /** The column with the time. */
  time: string;
  until: number;
  also?: RawBuilder<unknown>;
}

/** Deletes expired rows in steps, so that maintenance never holds the store for long. */
export function createExpiredRows({ db, dialect }: Pick<Store, "db" | "dialect">, clock: Clock) {
  /** Makes processes take different rows, so that none waits for another's. */
  const skipLocked = locking(dialect, "skip");
  const isPartitioned = dialect === "postgres";
  const step = isPartitioned ? 5_000 : 500;
  /** Partitioned rows expire with their partition. */
  const inSteps = (table: string) =>
    isPartitioned && (table === "requests" || table === "answers") ? `${table}_rest` : table;

  /** Deletes the oldest rows of a table, at most one step. Returns the number of rows. */
  async function deleteOldest({ table, key, time, until, also = sql`` }: Expired): Promise<number> {
    const [rows, id, at] = [sql.table(table), sql.ref(key), sql.ref(time)];
    const { numAffectedRows = 0n } = await sql`
      delete from ${rows} where ${id} in (
        select ${id} from ${rows} where ${at} <= ${until} ${also} order by ${at} limit ${step} ${skipLocked})`.execute(
      db,
    );
    return Number(numAffectedRows);
  }

  /** Deletes one step of the rows that expire by time (`store/tables`). Returns the number of rows. */
  async function deleteOld(): Promise<number> {
    const now = clock.now();
    // The newest row stays, because SQLite would reuse its number and the ledger would confuse two requests.
    const isDone = sql`and ended_at is not null and no < (select max(no) from requests)`;
    let deleted = 0;
    for (const { table, since: time, ms, inStepsBy: key } of expiring) {
      // What expires at this moment is over; what is kept for a week is kept for all of it.
      const until = ms === 0 ? now : now - ms - 1;
      if (key) {
        const also = table === "requests" ? isDone : sql``;
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
