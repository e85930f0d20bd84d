import { sql } from "kysely";
import { CopyFailed, formerColumns, formerOptions, formerTables, isFormer, keepFormerSecret } from "./former-store.ts";
import { isPostgres } from "./is-postgres.ts";
import type { Store } from "./open-store.ts";
import type { AnyDb } from "./schema.ts";

/** Rows read and written per chunk. */
const STEP = 500;
/** Belongs to one store only: leases end within seconds, and caches are filled again. */
const LEFT_BEHIND = ["site_limits", "site_leases", "lookup_answers", "kysely_migration", "kysely_migration_lock"];

export interface TableCopy {
  table: string;
  rows: number;
}

/**
 * Copies every row of one store into an empty one, including generated numbers: a consistent snapshot, in one transaction
 * of the target. Before committing, it compares both: rows of every table, and the totals of points, entries, charges and
 * holds. A copy that fails leaves the target empty. `authSecret` is that of the source.
 */
export async function copyStore(
  from: Store,
  to: Store,
  authSecret: () => string,
  report: (copy: TableCopy) => void = () => {},
): Promise<Sums> {
  const former = await isFormer(from.db);
  const tables = await tablesOf(from, former ? [...LEFT_BEHIND, ...formerTables] : LEFT_BEHIND);
  const known = new Set((await to.db.introspection.getTables()).map(({ name }) => name));
  for (const { name } of tables) {
    if (!known.has(name)) throw new CopyFailed(`The target has no table ${name}: it is of another version.`);
    if ((await countOf(to.db, name)) > 0)
      throw new CopyFailed(`The target is not empty: ${name} has rows. Name a new one.`);
  }
  return from.longRunning
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((source) =>
      to.longRunning.transaction().execute(async (target) => {
        for (const table of tables) {
          const rows = await copyTable({ ...table, from: { db: source, dialect: from.dialect }, to: target });
          if ((await countOf(target, table.name)) !== (await countOf(source, table.name))) {
            throw new CopyFailed(`The target has not taken all rows of ${table.name}.`);
          }
          report({ table: table.name, rows });
        }
        if (former) await keepFormerSecret(target, authSecret());
        const [before, after] = [await computeSums(source), await computeSums(target)];
        if (JSON.stringify(before) === JSON.stringify(after)) return after;
        throw new CopyFailed(`The sums differ: ${JSON.stringify(before)} became ${JSON.stringify(after)}.`);
      }),
    );
}

interface Table {
  name: string;
  columns: string[];
}

async function tablesOf(store: Store, left: string[]): Promise<Table[]> {
  const parts = await partitionNames(store);
  return (await store.db.introspection.getTables())
    .filter(({ name, isView, schema }) => !isView && !left.includes(name) && (schema ?? "public") === "public")
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

async function copyTable({ name, columns: all, from, to }: Table & { from: Source; to: AnyDb }): Promise<number> {
  const onPostgres = isPostgres(to);
  const former = formerColumns[name] ?? [];
  const hadOptions = former.includes("tags") && !all.includes("options");
  const columns = all.filter((column) => !former.includes(column));
  if (hadOptions) columns.push("options");
  const names = sql.join(columns.map((column) => sql.ref(column)));
  // Other tables refer to these numbers, so they are copied, not generated again.
  const given = onPostgres ? sql`overriding system value` : sql``;
  let copied = 0;
  for await (const rows of steps(from, name)) {
    const filled: Values[] = hadOptions ? rows.map((row) => ({ ...row, options: formerOptions(row) })) : rows;
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

/** Totals that must be equal in both stores, of whatever kind. */
const totals = {
  accounts: "count(*) as value from people",
  keys: "count(*) as value from api_keys",
  points: "sum(points) as value from balances",
  ledger: "sum(amount) as value from ledger",
  charged: "sum(cost) as value from requests",
  held: "sum(held) as value from api_keys",
};
export type Sums = Record<keyof typeof totals, number>;

export async function computeSums(db: AnyDb): Promise<Sums> {
  const sums: Partial<Sums> = {};
  for (const [name, query] of Object.entries(totals)) {
    const { rows } = await sql.raw<{ value: number | null }>(`select ${query}`).execute(db);
    sums[name as keyof Sums] = Number(rows[0]?.value ?? 0);
  }
  return sums as Sums;
}

async function countOf(db: AnyDb, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
  return rows[0]?.rows ?? 0;
}
