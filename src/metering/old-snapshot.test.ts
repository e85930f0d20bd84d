import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Store } from "../store/open-store.ts";
import { openSqlite } from "../store/sqlite-connection.ts";
import { createMetering } from "./metering.ts";

/** Holds what every batch of the account waits for, until `release`. */
async function blockLedger(store: Store, accountId: string) {
  if (store.dialect === "sqlite") {
    const db = openSqlite(store.path);
    db.exec("begin immediate");
    const release = async () => {
      db.exec("rollback");
      db.close();
    };
    return { twoWait: async () => {}, release };
  }
  const client = await store.pool.connect();
  await client.query("begin");
  await client.query("select from balances where account_id = $1 for update", [accountId]);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%winnow_ledger%'`;
  return {
    async twoWait() {
      while ((await store.pool.query(waiting)).rowCount !== 2);
    },
    async release() {
      await client.query("rollback");
      client.release();
    },
  };
}

describeOnBothStores("two processes that settle the same hold", (fresh) => {
  const metered = useMetered(fresh, openPlan(0));

  test("charge it once, although both began to wait before either wrote", async () => {
    const { store, clock, metering, accounts } = metered;
    const caller = await metered.newCaller("free", 0);
    await accounts.grant(caller.account.id, 100);
    const held = await metered.hold(caller, { maxCost: 20 });
    const other = createMetering({ store: await fresh.open(), clock, plans: openPlan(0) });
    try {
      const block = await blockLedger(store, caller.account.id);
      const both = Promise.all([metering.settle(held, outcome({ cost: 4 })), other.settle(held, outcome({ cost: 7 }))]);
      await block.twoWait();
      await block.release();
      const settled = await both;
      expect(settled.filter(({ ended }) => ended !== null)).toHaveLength(1);
      const { charged } = settled.find(({ ended }) => ended !== null)!;
      expect(settled.map((one) => [one.charged, one.points])).toEqual([
        [charged, 100 - charged],
        [charged, 100 - charged],
      ]);
      const entries = await accounts.ledgerOf(caller.account.id, 10);
      expect(entries.map(({ amount }) => amount)).toEqual([20 - charged, -20, 100]);
      expect((await metering.peek(caller)).points).toBe(100 - charged);
      const key = store.db.selectFrom("api_keys").where("id", "=", caller.key.id).select(["spent", "held"]);
      expect(await key.executeTakeFirst()).toEqual({ spent: charged, held: 0 });
    } finally {
      await other.close();
    }
  });
});
