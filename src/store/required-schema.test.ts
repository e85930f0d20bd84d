import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnBothStores, freshDatabase } from "../../test/support/store/stores.ts";
import { checkSchema, SchemaMismatch } from "./check-schema.ts";
import { openStore, type Store } from "./open-store.ts";
import { requiredSchema } from "./required-schema.ts";

let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: "", url: await freshDatabase() });
});
afterAll(() => store.close());

/** Of the library that migrates, and of older versions. */
const NOT_OURS = /^(kysely_|governor$|leases$|repeated_sign_ups$)/;

test("what is required is all that the migrations make", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join pg_class p on p.relname = c.table_name
    where c.table_schema = 'public' and not p.relispartition and p.relkind in ('r', 'p')`.execute(store.db);
  const made = rows.filter(({ table }) => !NOT_OURS.test(table)).map(({ table, column }) => `${table}.${column}`);
  const required = Object.entries(requiredSchema.columns).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(required.sort()).toEqual(made.sort());
});

test("a store that lacks something stops the start, and three of what it lacks are named", () => {
  const told = (missing: string[]) => new SchemaMismatch(missing).message;
  expect(told(["a.b"])).toBe(
    "The database does not fit this version of Winnow: it lacks a.b. Start the version that wrote it, or restore a backup (docs/scaling-out.md).",
  );
  expect(told(["a", "b", "c"])).toContain("it lacks a, b, c. Start");
  expect(told(["a", "b", "c", "d", "e"])).toContain("it lacks a, b, c, and 2 more. Start");
  expect(new SchemaMismatch([]).name).toBe("SchemaMismatch");
});

describeOnBothStores("a schema", (fresh) => {
  test("that lacks a column or a table is refused by their names", async () => {
    const { db } = await fresh.open();
    await checkSchema(db);
    await sql`alter table saved_calls rename column name to title`.execute(db);
    await expect(checkSchema(db)).rejects.toThrow("it lacks saved_calls.name. Start");
    await sql`alter table saved_calls rename column title to name`.execute(db);
    await checkSchema(db);
    await sql`alter table webhook_endpoints rename to gone`.execute(db);
    await expect(checkSchema(db)).rejects.toThrow(/it lacks webhook_endpoints\.id, .*, and \d+ more\. Start/);
  });
});

test("on PostgreSQL a function that is missing is named, too", async () => {
  const other = await openStore({ dataDir: "", url: await freshDatabase() });
  try {
    const [first] = requiredSchema.functions;
    await sql.raw(`drop function ${first} cascade`).execute(other.db);
    await expect(checkSchema(other.db)).rejects.toThrow(`it lacks the function ${first}`);
  } finally {
    await other.close();
  }
});
