import { type Kysely, sql } from "kysely";
import type { Store } from "./open-store.ts";

/** Rows read and written in one step. */
const STEP = 500;
/** Of one store alone: leases end within seconds, and what is cached is asked for again. */
const LEFT_BEHIND = new Set([
  ...["leases", "governor", "site_limits", "site_leases", "lookup_answers"],
  ...["kysely_migration", "kysely_migration_lock"],
]);

export interface TableCopy {
  table: string;
  rows: number;
}

/** The target has rows already, or does not say the same afterwards. */
export class CopyFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CopyFailed";
  }
}

/**
 * Carries every row of one store to another, empty one, numbers and all, in one transaction of the target; then holds the
 * two against each other: rows of every table, and the sums of points, entries, charges and holds.
 */
export async function copyStore(from: Store, to: Store, report: (copy: TableCopy) => void): Promise<Sums> {
  const parts = await partNames(from);
  const tables = (await from.db.introspection.getTables())
    .filter(({ name, isView, schema }) => !isView && !LEFT_BEHIND.has(name) && (schema ?? "public") === "public")
    .filter(({ name }) => !parts.has(name))
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
  const known = new Map(
    (await to.db.introspection.getTables()).map(({ name, columns }) => [name, new Set(columns.map((c) => c.name))]),
  );
  for (const { name } of tables) {
    if (!known.has(name)) throw new CopyFailed(`The target has no table ${name}: it is of another version.`);
    if ((await countOf(to.db, name)) > 0)
      throw new CopyFailed(`The target is not empty: ${name} has rows. Name a new one.`);
  }
  await (to.db as Kysely<any>).transaction().execute(async (trx) => {
    for (const { name, columns } of tables) {
      report({ table: name, rows: await copyTable(from.db, trx, name, columns, to.dialect === "postgres") });
    }
  });
  const [before, after] = [await sumsOf(from.db), await sumsOf(to.db)];
  for (const { name } of tables) {
    const [there, here] = [await countOf(from.db, name), await countOf(to.db, name)];
    if (there !== here) throw new CopyFailed(`${name} has ${here} rows of ${there}.`);
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    throw new CopyFailed(`The sums differ: ${JSON.stringify(before)} became ${JSON.stringify(after)}.`);
  }
  return after;
}

/** Their rows are those of the table that they are parts of. */
async function partNames({ dialect, db }: Store): Promise<Set<string>> {
  if (dialect === "sqlite") return new Set();
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relispartition`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

async function copyTable(from: Kysely<any>, to: Kysely<any>, table: string, columns: string[], onPostgres: boolean) {
  const isNumbered = columns.includes("no");
  let copied = 0;
  for (;;) {
    const order = isNumbered ? sql.ref("no") : sql.raw(columns.map((column) => `"${column}"`).join(", "));
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} order by ${order} limit ${STEP} offset ${copied}`.execute(from);
    if (rows.length === 0) break;
    // The numbers are named by other tables: they are carried, not given anew.
    const given = onPostgres ? sql`overriding system value` : sql``;
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column]}`))})`);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${names}) ${given} values ${sql.join(values)}`.execute(to);
    copied += rows.length;
  }
  if (isNumbered && onPostgres) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'no'),
      (select coalesce(max("no"), 0) + 1 from ${sql.table(table)}), false)`.execute(to);
  }
  return copied;
}

export interface Sums {
  accounts: number;
  keys: number;
  points: number;
  ledger: number;
  charged: number;
  held: number;
}

/** What must be the same in both, whatever the store. */
export async function sumsOf(db: Kysely<any>): Promise<Sums> {
  const one = async (query: string): Promise<number> => {
    const { rows } = await sql.raw<{ value: number | null }>(`select ${query}`).execute(db);
    return Number(rows[0]?.value ?? 0);
  };
  return {
    accounts: await one("count(*) as value from people"),
    keys: await one("count(*) as value from api_keys"),
    points: await one("sum(points) as value from balances"),
    ledger: await one("sum(amount) as value from ledger"),
    charged: await one("sum(cost) as value from requests"),
    held: await one("sum(held) as value from api_keys"),
  };
}

async function countOf(db: Kysely<any>, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
  return Number(rows[0]!.rows);
}
