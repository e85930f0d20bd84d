import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { PostgresStore, Store } from "../store/open-store.ts";
import { expiring } from "../store/ownership.ts";
import { createPartitions, dropPartition, listPartitions, type Partition } from "../store/partitions/partitions.ts";
import type { AnyDb } from "../store/schema.ts";
import type { TableName } from "../store/tables/index.ts";
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

/** On PostgreSQL expired rows are dropped by partition: a month of history, a week of results, a month of the ledger. */
export function createExpiredPartitions(store: PostgresStore) {
  async function drop(table: TableName, before: number, save?: (partition: Partition, trx: AnyDb) => Promise<boolean>) {
    const old = (await listPartitions(store.db, table)).filter(({ to }) => to <= before);
    const dropped: string[] = [];
    for (const partition of old) {
      if (await dropPartition(store.longRunning, partition.name, save && ((trx) => save(partition, trx))))
        dropped.push(partition.name);
    }
    return dropped;
  }
  return {
    /** Creates those of the coming weeks. Each of these functions returns the names of its partitions. */
    make: (now: number) => createPartitions(store.db, now),
    dropHistory: (before: number) => drop("requests", before, hasNoHold),
    dropAnswers: (now: number) => drop("answers", now),
    /** Replaces each account's entries in a month by one with their sum, and drops the month. */
    carryLedger: (before: number) => drop("ledger", before, carry),
  };
}

/** A hold that has not ended would be lost with its row. */
async function hasNoHold({ name }: Partition, trx: AnyDb): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} where ended_at is null limit 1`.execute(trx);
  return rows.length === 0;
}

/** Keeps the number and balance of the account's newest entry, at the first retained moment. */
async function carry({ name, to }: Partition, trx: AnyDb): Promise<boolean> {
  await sql`lock table ${sql.table(name)} in share row exclusive mode`.execute(trx);
  await sql`
    insert into ledger (no, account_id, kind, amount, balance, at, note) overriding system value
    select last, account_id, 'carried', total, (select balance from ${sql.table(name)} p where p.no = last), ${sql.lit(to)},
      entries || ' earlier entries'
    from (select account_id, max(no) as last, sum(amount) as total, count(*) as entries
      from ${sql.table(name)} group by account_id) as sums`.execute(trx);
  return true;
}
