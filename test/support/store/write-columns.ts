import { sql } from "kysely";
import type { Store } from "../../../src/store/open-store.ts";

/** Tables of the migration library, and of versions that older processes may still run. */
const NOT_OURS = /^(kysely_|governor$|leases$)/;

const BASES: Record<string, string> = {
  text: "text",
  varchar: "text",
  int4: "number",
  int8: "number",
  float8: "number",
  bytea: "bytes",
  timestamptz: "date",
  bool: "boolean",
};

/** Generates `src/store/columns.ts` from two migrated stores. PostgreSQL has every table, and the more precise types. */
export async function writeColumns(postgres: Store, sqlite: Store): Promise<string> {
  const tables = await tablesOf(postgres);
  const inSqlite = new Map((await tablesOf(sqlite)).map(({ name, columns }) => [name, namesOf(columns)]));
  for (const { name, columns } of tables) {
    const others = inSqlite.get(name);
    if (others && String(others) !== String(namesOf(columns))) throw new Error(`the two stores differ in ${name}`);
  }
  return [
    "// Generated from the migrated stores: `npx vitest run src/store/columns.test.ts -u` writes it, and the test compares it.",
    "// biome-ignore-all format: one paragraph for each table",
    "export const columns = {",
    ...tables.map(({ name, columns }) => `  ${name}: ${wrapped(columns.map(kindOf))},`),
    "} as const;",
    "",
    "/** Tables that SQLite does not need. */",
    `export const onPostgresAlone = ${list(tables.map(({ name }) => name).filter((name) => !inSqlite.has(name)))};`,
    "",
    "/** Functions of PostgreSQL, with their arguments. */",
    `export const functions = ${list(await functionsOf(postgres))};`,
    "",
  ].join("\n");
}

const list = (names: string[]): string => `[${names.map((name) => `"${name}"`).join(", ")}]`;

async function tablesOf({ db, dialect }: Store) {
  const parts =
    dialect === "postgres"
      ? (await sql<{ name: string }>`select relname as name from pg_class where relispartition`.execute(db)).rows
      : [];
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => !NOT_OURS.test(name) && !parts.some((part) => part.name === name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

type Column = Awaited<ReturnType<typeof tablesOf>>[number]["columns"][number];

const namesOf = (columns: Column[]) => columns.map(({ name }) => name).sort();

function kindOf({ name, dataType, isNullable, hasDefaultValue, isAutoIncrementing }: Column): string {
  const base = BASES[dataType];
  if (base === undefined) throw new Error(`${name} has a type that the stores do not share: ${dataType}`);
  if (isAutoIncrementing) return `${name}: "counter"`;
  const mark = hasDefaultValue ? "=" : "";
  return `${name}: "${base}${isNullable ? "?" : mark}"`;
}

/** On one line if it fits. */
function wrapped(items: string[]): string {
  const lines = [""];
  for (const item of items) {
    if (lines.at(-1)!.length + item.length > 114) lines.push("");
    lines.push(`${lines.pop()} ${item},`);
  }
  return lines.length === 1 ? `{${lines[0]!.slice(0, -1)} }` : `{\n${lines.map((line) => `   ${line}\n`).join("")}  }`;
}

async function functionsOf({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
