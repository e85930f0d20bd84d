import { zstdCompressSync } from "node:zlib";
import { sql } from "kysely";
import type { Store } from "../../../src/store/open-store.ts";
import { ownedTables } from "../../../src/store/ownership.ts";
import type { AnyDb } from "../../../src/store/schema.ts";
import { columns, type TableName, tableNames, tables } from "../../../src/store/tables/index.ts";

const AT = new Date(Date.UTC(2027, 0, 1)).toISOString();
const kinds = (table: TableName): Record<string, string> => columns[table];

/** A value of the column's kind, with this text where it can have one. */
function sample(table: TableName, column: string, text: string, number: number): unknown {
  if (table === "audit_log" && column === "what") return "sign-in";
  switch (kinds(table)[column]?.replace(/[?=].*$/, "")) {
    case "text":
      return text;
    case "bytes":
      return table === "answers" ? zstdCompressSync(JSON.stringify([text])) : Buffer.from(text);
    case "date":
      return AT;
    case "boolean":
      return true;
    default:
      return number;
  }
}

/** Where a row says whose it is: the account itself, or the row of the parent table. */
function owner(table: TableName, column: string, account: string, number: number): unknown {
  const of = ownedTables.find(({ name }) => name === table)?.of;
  if (of?.column !== column) return undefined;
  if (!of.parent) return account;
  const { table: parent, key } = of.parent;
  return kinds(parent as TableName)[key] === "counter" ? number : `${account} ${parent} ${key}`;
}

/** A row of the account with every column filled: texts name the account, the table and the column. */
export const sampleRow = (table: TableName, account: string, number: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(kinds(table)).map((column) => [
      column,
      owner(table, column, account, number) ?? sample(table, column, `${account} ${table} ${column}`, number),
    ]),
  );

/** Puts a row of the account into every table. Numbers, those of counters too, are the given one. */
export async function fillStore({ db, dialect }: Store, account: string, number: number): Promise<void> {
  for (const table of tableNames) {
    if (dialect === "sqlite" && tables[table].postgresOnly) continue;
    const row = sampleRow(table, account, number);
    const names = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    const override = dialect === "postgres" ? sql`overriding system value` : sql``;
    const values = sql.join(Object.values(row));
    await sql`insert into ${sql.table(table)} (${names}) ${override} values (${values})`.execute(db);
  }
}

/** Every column of the store that contains the text in some row, as `table.column`. */
export async function cellsWith(db: AnyDb, text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { name, schema } of await db.introspection.getTables()) {
    // pg-boss's rows name an account only until its work has ended.
    if (schema === "pgboss") continue;
    const rows = (await db.selectFrom(name).selectAll().execute()) as Array<Record<string, unknown>>;
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const shown = value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : JSON.stringify(value);
      if (shown?.includes(text)) found.add(`${name}.${column}`);
    }
  }
  return [...found].sort();
}
