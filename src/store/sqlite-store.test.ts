import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore, type Store } from "./open-store.ts";

let dataDir: string;
let store: Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-sqlite-"));
  store = await openStore({ dataDir, databaseUrl: "" });
  await sql`create table toys (no integer primary key autoincrement, name text)`.execute(store.db);
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const names = async () =>
  (await sql<{ name: string }>`select name from toys order by no`.execute(store.db)).rows.map(({ name }) => name);

test("a statement tells its rows, how many it changed, and the number of what it made", async () => {
  const made = await sql`insert into toys (name) values ('a'), ('b')`.execute(store.db);
  expect([made.rows, made.numAffectedRows, made.insertId]).toEqual([[], 2n, 2n]);
  const returned = await sql`UPDATE toys set name = 'c' where name = 'b' returning name`.execute(store.db);
  expect(returned.rows).toEqual([{ name: "c" }]);
  expect((await sql`delete from toys where name = 'none'`.execute(store.db)).numAffectedRows).toBe(0n);
  expect(await names()).toEqual(["a", "c"]);
});

test("what others ask for meanwhile is no part of a transaction, and a rolled back one leaves nothing", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const order: string[] = [];
  const failing = store.db.transaction().execute(async (trx) => {
    await sql`insert into toys (name) values ('lost')`.execute(trx);
    begin();
    await gate;
    order.push("transaction");
    throw new Error("changed my mind");
  });
  await begun;
  const beside = sql`insert into toys (name) values ('kept')`.execute(store.db).then(() => order.push("beside"));
  open();
  await expect(failing).rejects.toThrow("changed my mind");
  await beside;
  expect([order, (await names()).includes("lost"), (await names()).includes("kept")]).toEqual([
    ...[["transaction", "beside"], false, true],
  ]);
});

test("a statement that is wrong fails alone; a store that is closed refuses all, and closes again", async () => {
  await expect(sql`select nonsense`.execute(store.db)).rejects.toThrow(/nonsense/);
  expect(await names()).not.toEqual([]);
  const other = await openStore({ dataDir, databaseUrl: "" });
  await other.close();
  await expect(sql`select 1`.execute(other.db)).rejects.toThrow();
});
