import { sql } from "kysely";
import { errorCode } from "../../base/thrown.ts";
import type { AnyDb } from "../schema.ts";
import { DAY_MS } from "../tables/table.ts";
import { nextStart, type PartitionedTable, partitionedTables, partitionName, periodStart } from "./periods.ts";

/** One partition of a table: rows from `from` up to `to`, exclusive. */
export interface Partition {
  name: string;
  /** Null if it has no start: rows from before the table was partitioned. */
  from: number | null;
  to: number;
}

/** Creating or dropping a partition takes a lock that blocks every statement on the table: give up soon and retry later. */
const LOCK_WAIT = "500ms";

/** The partitions of a table, oldest first, without the default one. */
export async function listPartitions(db: AnyDb, table: string): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table})`.execute(db);
  return rows
    .flatMap(({ name, bound }) => {
      const [, from, to] = /FROM \((?:'(-?\d+)'|MINVALUE)\) TO \('(-?\d+)'\)/.exec(bound) ?? [];
      return to === undefined ? [] : [{ name, from: from === undefined ? null : Number(from), to: Number(to) }];
    })
    .sort((one, other) => one.to - other.to);
}

/** Creates the partitions for the coming weeks; returns their names. Existing ones stay. */
export async function createPartitions(db: AnyDb, now: number): Promise<string[]> {
  const made: string[] = [];
  for (const table of partitionedTables) {
    const last = (await listPartitions(db, table.name)).at(-1)?.to ?? 0;
    for (
      let from = Math.max(last, periodStart(table.span, now));
      from <= now + table.aheadDays * DAY_MS;
      from = nextStart(table.span, from)
    ) {
      if (await createPartition(db, table, from)) made.push(partitionName(table.name, from));
    }
  }
  return made;
}

/** False if the default partition already has rows of its period, another process created it, or the table is busy. */
const createPartition = (db: AnyDb, table: PartitionedTable, from: number): Promise<boolean> =>
  inShortLock(db, async (trx) => {
    await sql`create table ${sql.table(partitionName(table.name, from))} partition of ${sql.table(table.name)}
      for values from (${sql.lit(from)}) to (${sql.lit(nextStart(table.span, from))})`.execute(trx);
    return true;
  });

/** Drops a partition with its rows, after `before` has saved what must stay; false if that has to wait. */
export const dropPartition = (
  db: AnyDb,
  name: string,
  before: (trx: AnyDb) => Promise<boolean> = async () => true,
): Promise<boolean> =>
  inShortLock(db, async (trx) => {
    if (!(await before(trx))) return false;
    await sql`drop table ${sql.table(name)}`.execute(trx);
    return true;
  });

/**
 * lock_not_available, duplicate_table, undefined_table, check_violation, invalid_object_definition: another process was
 * faster, or the table is busy.
 */
const NOT_NOW = new Set(["55P03", "42P07", "42P01", "23514", "42P17", "40P01"]);

async function inShortLock(db: AnyDb, work: (trx: AnyDb) => Promise<boolean>): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx);
      return work(trx);
    });
  } catch (error) {
    if (NOT_NOW.has(errorCode(error))) return false;
    throw error;
  }
}
