import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openStore, type SqliteStore } from "./open-store.ts";
import { unpackBody } from "./packing.ts";
import { openSqlite, whileBusy } from "./sqlite-connection.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { storable } from "./storable.ts";
import { newWriteLock, WriteLock } from "./write-lock.ts";

let dataDir: string;
let store: SqliteStore;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-sqlite-"));
  store = (await openStore({ dataDir, url: "" })) as SqliteStore;
  await sql`create table toys (no integer primary key autoincrement, name text)`.execute(store.db);
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const names = async () =>
  (await sql<{ name: string }>`select name from toys order by no`.execute(store.db)).rows.map(({ name }) => name);

test("a statement returns its rows, how many it changed, and the number of the inserted row", async () => {
  const made = await sql`insert into toys (name) values ('a'), ('b')`.execute(store.db);
  expect([made.rows, made.numAffectedRows, made.insertId]).toEqual([[], 2n, 2n]);
  const returned = await sql`UPDATE toys set name = 'c' where name = 'b' returning name`.execute(store.db);
  expect(returned.rows).toEqual([{ name: "c" }]);
  expect((await sql`delete from toys where name = 'none'`.execute(store.db)).numAffectedRows).toBe(0n);
  expect(await names()).toEqual(["a", "c"]);
});

test("other callers' statements are not part of a transaction, and a rolled-back one leaves nothing", async () => {
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
    ["transaction", "beside"],
    false,
    true,
  ]);
});

test("a wrong statement fails alone; a closed store rejects all, and can be closed again", async () => {
  await expect(sql`select nonsense`.execute(store.db)).rejects.toThrow(/nonsense/);
  expect(await names()).not.toEqual([]);
  const other = await openStore({ dataDir, url: "" });
  await other.close();
  await expect(sql`select 1`.execute(other.db)).rejects.toThrow();
});

test("read-only statements do not wait for a writer; writing statements take turns with it", async () => {
  const lock = new WriteLock(store.writeLock);
  /** Whether a statement waits while another thread holds the lock. */
  async function whileLocked(statement: string): Promise<string> {
    lock.acquire();
    let isDone = false;
    const asked = sql
      .raw(statement)
      .execute(store.db)
      .finally(() => {
        isDone = true;
      });
    while (!isDone && lock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    const found = isDone ? "goes on" : "waits";
    lock.release();
    await asked;
    return found;
  }
  const names = "with found as (select 'x' as name)";
  for (const [statement, found] of [
    ["select 1", "goes on"],
    ["\n  SELECT 1", "goes on"],
    ["pragma user_version", "goes on"],
    [`${names} select * from found`, "goes on"],
    [` ${names} select * from found`, "goes on"],
    [`${names} insert into toys (name) select name from found`, "waits"],
    [`${names} UPDATE toys set name = 'x' where name in (select name from found)`, "waits"],
    [`${names} delete from toys where name in (select name from found)`, "waits"],
    ["insert into toys (name) values ('select')", "waits"],
    ["delete from toys where name = 'select'", "waits"],
  ] as const) {
    expect([statement, await whileLocked(statement)]).toEqual([statement, found]);
  }
});

test("the write lock is held for a whole transaction, and otherwise only for one statement", async () => {
  const memory = new Int32Array(store.writeLock);
  const held = () => Atomics.load(memory, 0) === 1;
  await store.db.transaction().execute(async (trx) => {
    expect(held()).toBe(true);
    await sql`insert into toys (name) values ('in turn')`.execute(trx);
    await sql`select 1`.execute(trx);
    expect(held()).toBe(true);
  });
  expect(held()).toBe(false);
  await expect(sql`insert into nowhere values (1)`.execute(store.db)).rejects.toThrow(/nowhere/);
  expect(held()).toBe(false);
  await sql`delete from toys where name = 'in turn'`.execute(store.db);
  expect(held()).toBe(false);
});

test("two transactions take turns, and tables created by one that fails do not exist", async () => {
  const order: string[] = [];
  const turn = (name: string) =>
    store.db.transaction().execute(async (trx) => {
      order.push(`${name} begins`);
      await sql`select 1`.execute(trx);
      order.push(`${name} ends`);
    });
  await Promise.all([turn("a"), turn("b")]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(store.db.getExecutor().adapter.supportsTransactionalDdl).toBe(true);
  const broken = store.db.transaction().execute(async (trx) => {
    await sql`create table half (no integer)`.execute(trx);
    await sql`nonsense`.execute(trx);
  });
  await expect(broken).rejects.toThrow(/nonsense/);
  await expect(sql`select * from half`.execute(store.db)).rejects.toThrow(/half/);
});

test("values are converted to types that SQLite can store", async () => {
  const at = new Date("2026-11-16T05:06:07.890Z");
  const { rows } = await sql`
    select ${true} as yes, ${false} as no, ${undefined} as unset, ${null} as none, ${at} as at, ${7} as seven`.execute(
    store.db,
  );
  expect(rows).toEqual([{ yes: 1, no: 0, unset: null, none: null, at: at.toISOString(), seven: 7 }]);
  expect(storable("a\0b\ud800c\0😀")).toBe("ab\ufffdc😀");
});

test("answers are packed whole in one statement, whether they share memory, are given twice, or have their own", async () => {
  const shared = Buffer.from("first answersecond");
  const own = new Uint8Array(9_000).fill(97);
  const given = [shared.subarray(0, 12), own, own].map((toPack) => ({ toPack }));
  const { rows } = await sql<Record<"a" | "b" | "c" | "d", Uint8Array>>`
    select ${given[0]} as a, ${given[1]} as b, ${given[2]} as c, ${shared.subarray(12)} as d`.execute(store.db);
  const { a, b, c, d } = rows[0]!;
  const unpacked = await Promise.all([a, b, c].map(unpackBody));
  expect([...unpacked, Buffer.from(d)].map(String)).toEqual([
    "first answer",
    "a".repeat(9_000),
    "a".repeat(9_000),
    "second",
  ]);
  expect(own.length).toBe(9_000);
});

test("streaming is not supported, a store whose file cannot be opened rejects all, and both can be closed", async () => {
  await expect(store.db.selectFrom("people").selectAll().stream().next()).rejects.toThrow(
    "streaming is not supported on SQLite",
  );
  const db = new Kysely<any>({ dialect: sqliteDialect(dataDir, newWriteLock()) });
  for (let time = 0; time < 2; time++) await expect(sql`select 1`.execute(db)).rejects.toThrow(/unable to open/);
  await db.destroy();
  const other = await openStore({ dataDir, url: "" });
  await other.close();
  await other.close();
  await expect(sql`select 1`.execute(other.db)).rejects.toThrow();
});

test("a connection survives power cuts, enforces references, waits for others, and can be read-only", () => {
  const pragmas = (db: ReturnType<typeof openSqlite>) =>
    ["journal_mode", "synchronous", "foreign_keys", "cache_size", "temp_store", "busy_timeout"].map(
      (name) => Object.values(db.prepare(`pragma ${name}`).get()!)[0],
    );
  const db = openSqlite(store.path);
  const reading = openSqlite(store.path, { readOnly: true });
  for (const each of [db, reading]) expect(pragmas(each)).toEqual(["wal", 2, 1, -8_000, 2, 10_000]);
  expect(Object.values(db.prepare("pragma wal_autocheckpoint").get()!)).toEqual([8_000]);
  expect(() => reading.exec("delete from toys")).toThrow(/readonly/);
  db.close();
  reading.close();
});

test("the files of the store are private to their owner, and the folder with them", async () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const [ours, theirs] = [join(dataDir, "new", "folder"), join(dataDir, "theirs")];
  mkdirSync(theirs);
  chmodSync(theirs, 0o755);
  const open = async (folder: string) => {
    const opened = await openStore({ dataDir: folder, url: "" });
    const file = join(folder, "winnow.db");
    const files = [file, `${file}-wal`, `${file}-shm`].filter(existsSync).map(mode);
    await opened.close();
    return [mode(folder), ...new Set(files)];
  };
  expect(await open(ours)).toEqual(["700", "600"]);
  expect(await open(theirs)).toEqual(["700", "600"]);
  chmodSync(join(theirs, "winnow.db"), 0o644);
  expect(await open(theirs)).toEqual(["700", "600"]);
});

test("a failed migration is named, with the reason, and the store is closed", async () => {
  const folder = join(dataDir, "odd");
  mkdirSync(folder);
  const db = openSqlite(join(folder, "winnow.db"));
  db.exec("create table people (id text)");
  db.close();
  await expect(openStore({ dataDir: folder, url: "" })).rejects.toThrow(
    /^the first schema failed: .*people.* already exists/,
  );
});

test("a file that another process is switching to WAL is retried for ten seconds; other errors are not", () => {
  const wait = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  try {
    const busy = Object.assign(new Error("database is locked"), { errcode: 5 });
    const failing = (...errors: Error[]) => {
      wait.mockClear();
      whileBusy(() => {
        const error = errors.shift();
        if (error) throw error;
      });
      return wait.mock.calls.length;
    };
    expect(failing()).toBe(0);
    expect(failing(busy, Object.assign(new Error("in recovery"), { errcode: 261 }), busy)).toBe(3);
    for (const other of [new Error("ours"), Object.assign(new Error("corrupt"), { errcode: 11 })]) {
      expect(() => failing(other)).toThrow(other);
    }
    now.mockReturnValueOnce(5).mockReturnValueOnce(10_004).mockReturnValueOnce(10_005);
    expect(() => failing(busy, busy, busy)).toThrow(busy);
    expect(wait).toHaveBeenCalledTimes(1);
  } finally {
    vi.restoreAllMocks();
  }
});
