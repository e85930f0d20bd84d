import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { describeOnBothStores, type FreshStore } from "../../test/support/store/stores.ts";
import { openPool } from "./postgres-pool.ts";

const storeModule = fileURLToPath(new URL("./open-store.ts", import.meta.url));

function theStore(fresh: FreshStore): void {
  test("several processes that start concurrently on an empty store all find it ready", async () => {
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

  test("integers up to 2^53 are returned as numbers", async () => {
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

  test("the store itself rejects a negative balance", async () => {
    const { db } = await fresh.open();
    await expect(db.insertInto("balances").values({ account_id: "c", points: -1 }).execute()).rejects.toThrow();
  });

  test.runIf(fresh.dialect === "postgres")(
    "a connection is kept after an error from the server, and closed after a timeout",
    async () => {
      const store = await fresh.open();
      if (store.dialect !== "postgres") throw new Error(store.dialect);
      const pool = openPool(fresh.settings().url, 1);
      const client = await pool.connect();
      const process = async () => (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
      try {
        const first = await process();
        await expect(client.query("select nonsense")).rejects.toThrow(/nonsense/);
        expect(await process()).toBe(first);
        const silence = { text: "select pg_sleep(60)", query_timeout: 20 };
        await expect(client.query(silence)).rejects.toThrow("Query read timeout");
        // It does not queue behind the response that never comes.
        await expect(client.query(silence)).rejects.toThrow(/terminated|connection error|not queryable/i);
      } finally {
        client.release(true);
        await pool.end();
      }
    },
  );
}

describeOnBothStores("the store", theStore, { isEmpty: true });
