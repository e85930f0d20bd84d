import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../../store/open-store.ts";
import { openPlan } from "../testing/open-plan.ts";
import { createSqliteEngine } from "./sqlite-engine.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-ledger-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const credit = (accountId: string) =>
  ({ do: "credit", accountId, kind: "grant", amount: 5, note: null, now: 1 }) as const;

test("a ledger whose thread has died refuses what waits and whatever comes, and can be closed", async () => {
  const engine = createSqliteEngine(join(folder, "no-such-folder", "winnow.sqlite"), openPlan(0));
  await expect(engine.run(credit("waiting"))).rejects.toThrow(/unable to open/);
  await expect(engine.run(credit("late"))).rejects.toThrow(/unable to open/);
  await engine.close();
});

test("a closed ledger refuses what comes late", async () => {
  const store = await openStore({ dataDir: folder, databaseUrl: "" });
  if (store.dialect !== "sqlite") throw new Error(store.dialect);
  const engine = createSqliteEngine(store.path, openPlan(0));
  await engine.close();
  await expect(engine.run(credit("late"))).rejects.toThrow("the ledger is closed");
  await store.close();
});
