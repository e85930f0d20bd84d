import { sql } from "kysely";
import type { PostgresStore } from "../store/open-store.ts";
import { createPartitions, dropPartition, listPartitions, type Partition } from "../store/partitions/partitions.ts";

import type { AnyDb } from "../store/schema.ts";
import type { TableName } from "../store/tables/index.ts";

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
