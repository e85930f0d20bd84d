import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { describeOnBothStores } from "./testing/stores.ts";

const storeModule = fileURLToPath(new URL("./open-store.ts", import.meta.url));

describeOnBothStores("the store", (fresh) => {
  test("several processes that start at once on an empty store all find it ready", async () => {
    const program = `
      const { openStore } = await import(process.argv[1]);
      const store = await openStore(JSON.parse(process.argv[2]));
      const rows = await store.db.selectFrom("people").selectAll().execute();
      console.log(rows.length);
      await store.close();`;
    const starts = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ["-e", program, storeModule, JSON.stringify(fresh.settings())]),
    );
    for (const { stdout } of await Promise.all(starts)) expect(stdout).toBe("0\n");
  });

  test("whole numbers up to 2^53 come back as numbers", async () => {
    const { db } = await fresh.open();
    await db.insertInto("balances").values({ account_id: "a", points: Number.MAX_SAFE_INTEGER }).execute();
    const { points } = await db.selectFrom("balances").select("points").executeTakeFirstOrThrow();
    expect(points).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("a transaction that throws leaves nothing behind", async () => {
    const { db } = await fresh.open();
    const broken = db.transaction().execute(async (trx) => {
      await trx.insertInto("balances").values({ account_id: "b", points: 1 }).execute();
      throw new Error("no");
    });
    await expect(broken).rejects.toThrow("no");
    expect(await db.selectFrom("balances").where("account_id", "=", "b").selectAll().execute()).toEqual([]);
  });

  test("points below zero are refused by the store itself", async () => {
    const { db } = await fresh.open();
    await expect(db.insertInto("balances").values({ account_id: "c", points: -1 }).execute()).rejects.toThrow();
  });
});
