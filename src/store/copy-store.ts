import { sql } from "kysely";
import { FixableError } from "../base/fixable-error.ts";
import { isPostgres } from "./is-postgres.ts";
import type { Store } from "./open-store.ts";
import type { AnyDb } from "./schema.ts";

/** Rows read and written per chunk. */
const STEP = 500;
/**
 * Belongs to one store only: leases end within seconds, and caches are filled again. Versions before 1.0 also had `leases`,
 * `governor` and `repeated_sign_ups`.
 */
const LEFT_BEHIND = new Set([
  "leases",
  "governor",
  "repeated_sign_ups",
  "site_limits",
  "site_leases",
  "lookup_answers",
  "kysely_migration",
  "kysely_migration_lock",
]);

export interface TableCopy {
  table: string;
  rows: number;
}

/** The target already has rows, or differs after the copy. */
export class CopyFailed extends FixableError {
  override name = "CopyFailed";
}

/**
 * Copies every row of one store into an empty one, including generated numbers: a consistent snapshot, in one transaction
 * of the target. Before committing, it compares both: rows of every table, and the totals of points, entries, charges and
 * holds. A copy that fails leaves the target empty.
 */
export async function copyStore(from: Store, to: Store, report: (copy: TableCopy) => void): Promise<Sums> {
  const tables = await tablesOf(from);
  const known = new Set((await to.db.introspection.getTables()).map(({ name }) => name));
  for (const { name } of tables) {
    if (!known.has(name)) throw new CopyFailed(`The target has no table ${name}: it is of another version.`);
    if ((await countOf(to.db, name)) > 0)
      throw new CopyFailed(`The target is not empty: ${name} has rows. Name a new one.`);
  }
  return from.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((source) =>
      to.db.transaction().execute(async (target) => {
        for (const table of tables) {
          const rows = await copyTable({ ...table, from: { db: source, dialect: from.dialect }, to: target });
          if ((await countOf(target, table.name)) !== (await countOf(source, table.name))) {
            throw new CopyFailed(`The target has not taken all rows of ${table.name}.`);
          }
          report({ table: table.name, rows });
        }
        await nameOperatorsActs(target);
        const [before, after] = [await computeSums(source), await computeSums(target)];
        if (JSON.stringify(before) === JSON.stringify(after)) return after;
        throw new CopyFailed(`The sums differ: ${JSON.stringify(before)} became ${JSON.stringify(after)}.`);
      }),
    );
}

/** Before 1.0, changes to a key by an admin or on the command line had the names of the owner's. */
const nameOperatorsActs = (target: AnyDb) =>
  sql`update audit_log set what = what || ' by the operator'
    where who <> subject and what in ('key created', 'key changed', 'key rotated', 'key revoked')`.execute(target);

interface Table {
  name: string;
  columns: string[];
}

async function tablesOf(store: Store): Promise<Table[]> {
  const parts = await partitionNames(store);
  return (await store.db.introspection.getTables())
    .filter(({ name, isView, schema }) => !isView && !LEFT_BEHIND.has(name) && (schema ?? "public") === "public")
    .filter(({ name }) => !parts.has(name))
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
}

/** Partitions, whose rows are copied with their parent table. */
async function partitionNames({ dialect, db }: Store): Promise<Set<string>> {
  if (dialect === "sqlite") return new Set();
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relispartition`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

interface Source {
  db: AnyDb;
  dialect: Store["dialect"];
}

/** Before 1.0, the options of jobs, batches and schedules were columns. */
const formerOptions = ["max_cost", "max_age", "stale_if_error", "keep_partial", "fault", "tags"];

function withOptions(row: Values): Values {
  const { keep_partial, tags, ...given } = Object.fromEntries(
    formerOptions.map((name) => [name, row[name] ?? undefined]),
  );
  const partial = Number(keep_partial ?? 0) === 1 ? "keep" : undefined;
  return { ...row, options: JSON.stringify({ ...given, partial, tag: tags }) };
}

async function copyTable({ name, columns: all, from, to }: Table & { from: Source; to: AnyDb }): Promise<number> {
  const onPostgres = isPostgres(to);
  const isFormer = ["jobs", "batches", "schedules"].includes(name) && !all.includes("options");
  const columns = isFormer ? [...all.filter((column) => !formerOptions.includes(column)), "options"] : all;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  // Other tables refer to these numbers, so they are copied, not generated again.
  const given = onPostgres ? sql`overriding system value` : sql``;
  let copied = 0;
  for await (const rows of steps(from, name)) {
    const filled = isFormer ? rows.map(withOptions) : rows;
    const values = filled.map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column]}`))})`);
    await sql`insert into ${sql.table(name)} (${names}) ${given} values ${sql.join(values)}`.execute(to);
    copied += rows.length;
  }
  if (onPostgres && columns.includes("no")) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'no'),
      (select coalesce(max("no"), 0) + 1 from ${sql.table(name)}), false)`.execute(to);
  }
  return copied;
}

type Values = Record<string, unknown>;

/** All rows of a table in chunks: by a cursor in PostgreSQL, by row number in SQLite. */
async function* steps({ db, dialect }: Source, table: string): AsyncGenerator<Values[], void, undefined> {
  const cursor = sql.ref("copied_rows");
  if (dialect === "postgres") await sql`declare ${cursor} cursor for select * from ${sql.table(table)}`.execute(db);
  for (let last: unknown = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await (dialect === "postgres"
      ? sql<Values>`fetch ${sql.lit(STEP)} from ${cursor}`
      : sql<Values>`select rowid as copied_row, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${STEP}`
    ).execute(db);
    const end = rows.at(-1);
    if (!end) break;
    yield rows;
    last = end.copied_row;
  }
  if (dialect === "postgres") await sql`close ${cursor}`.execute(db);
}

export interface Sums {
  accounts: number;
  keys: number;
  points: number;
  ledger: number;
  charged: number;
  held: number;
}

/** Totals that must be equal in both stores, of whatever kind. */
export async function computeSums(db: AnyDb): Promise<Sums> {
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

async function countOf(db: AnyDb, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
  return rows[0]?.rows ?? 0;
}
