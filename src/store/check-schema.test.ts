import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnBothStores, freshDatabase } from "../../test/support/store/stores.ts";
import { checkSchema, SchemaMismatch } from "./check-schema.ts";
import { functions } from "./create-schema.ts";
import { openStore } from "./open-store.ts";

test("a store with missing columns stops the start, and the error names three of them", () => {
  const told = (missing: string[]) => new SchemaMismatch(missing).message;
  expect(told(["a.b"])).toBe(
    "The database does not fit this version of Winnow: it lacks a.b. Start the version that wrote it, or restore a backup (docs/scaling-out.md).",
  );
  expect(told(["a", "b", "c"])).toContain("it lacks a, b, c. Start");
  expect(told(["a", "b", "c", "d", "e"])).toContain("it lacks a, b, c, and 2 more. Start");
  expect(new SchemaMismatch([]).name).toBe("SchemaMismatch");
});

describeOnBothStores("a schema", (fresh) => {
  test("a missing column or table is named in the error", async () => {
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

test("on PostgreSQL a missing function is also named", async () => {
  const other = await openStore({ dataDir: "", url: await freshDatabase() });
  try {
    const [first] = functions;
    await sql.raw(`drop function ${first} cascade`).execute(other.db);
    await expect(checkSchema(other.db)).rejects.toThrow(`it lacks the function ${first}`);
  } finally {
    await other.close();
  }
});
