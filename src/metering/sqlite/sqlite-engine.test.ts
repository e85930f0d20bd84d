import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPlan } from "../../../test/support/metering/open-plan.ts";
import { openStore } from "../../store/open-store.ts";
import { openSqlite } from "../../store/sqlite-connection.ts";
import { newWriteLock, WriteLock } from "../../store/write-lock.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-ledger-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const credit = (accountId: string) =>
  ({ do: "credit", accountId, kind: "grant", amount: 5, note: null, now: 1 }) as const;

test("a ledger whose thread has died rejects queued and new commands, and can be closed", async () => {
  const engine = createSqliteEngine(
    { path: join(folder, "no-such-folder", "winnow.sqlite"), writeLock: newWriteLock() },
    openPlan(0),
  );
  await expect(engine.run(credit("waiting"))).rejects.toThrow(/unable to open/);
  await expect(engine.run(credit("late"))).rejects.toThrow(/unable to open/);
  await engine.close();
});

test("a closed ledger rejects late commands", async () => {
  const store = await openStore({ dataDir: folder, url: "" });
  if (store.dialect !== "sqlite") throw new Error(store.dialect);
  const engine = createSqliteEngine(store, openPlan(0));
  await engine.close();
  await expect(engine.run(credit("late"))).rejects.toThrow("the ledger is closed");
  await store.close();
});

test("the ledger and the other writers of the process wait for each other", async () => {
  const store = await openStore({ dataDir: folder, url: "" });
  if (store.dialect !== "sqlite") throw new Error(store.dialect);
  const engine = createSqliteEngine(store, openPlan(0));
  const mine = new WriteLock(store.writeLock);
  const waiting = async () => {
    while (mine.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    return "waits";
  };
  const writers = [
    () => engine.ping(),
    () => store.db.insertInto("balances").values({ account_id: "other", points: 1 }).execute(),
  ];
  try {
    for (const write of writers) {
      mine.acquire();
      const written = write().then(() => "wrote");
      expect(await Promise.race([written, waiting()])).toBe("waits");
      mine.release();
      expect(await written).toBe("wrote");
    }
  } finally {
    mine.release();
    await engine.close();
    await store.close();
  }
});

test("a full disk is reported as such, although SQLite has rolled the batch back by itself", async () => {
  const store = await openStore({ dataDir: join(folder, "full"), url: "" });
  if (store.dialect !== "sqlite") throw new Error(store.dialect);
  const db = openSqlite(store.path);
  const ledger = new SqliteLedger(db, openPlan(0));
  try {
    // No free pages, and no more than the file has.
    db.exec("vacuum; pragma max_page_count = 1");
    expect(() => ledger.run([])).toThrow("database or disk is full");
    db.exec("pragma max_page_count = 1000000");
    expect(ledger.run([])).toEqual([]);
  } finally {
    db.close();
    await store.close();
  }
});
