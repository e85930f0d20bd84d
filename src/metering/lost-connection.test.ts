import { expect, test } from "vitest";
import { createAccounts } from "../accounts/accounts.ts";
import type { KeyHolder } from "../accounts/types.ts";
import { systemClock } from "../clock.ts";
import { describeOnBothStores } from "../store/testing/stores.ts";
import { createMetering } from "./metering.ts";
import { openPlan } from "./testing/open-plan.ts";
import { outcome, request } from "./testing/requests.ts";

describeOnBothStores("a store that was away for a moment", (fresh) => {
  test.skipIf(fresh.dialect === "sqlite")("loses no settlement and doubles none", async () => {
    const store = await fresh.open();
    if (store.dialect !== "postgres") throw new Error("PostgreSQL was asked for");
    const parts = { store, clock: systemClock, plans: openPlan(100_000) };
    const metering = createMetering(parts);
    const accounts = createAccounts({ ...parts, metering });
    const person = await accounts.createAccount({ email: "away@people.example" });
    const { secret } = await accounts.createKey(person.id, { name: "key" });
    const holder = (await accounts.lookUpKey(secret)) as KeyHolder;
    const admissions = await Promise.all(Array.from({ length: 100 }, () => metering.admit(request(holder))));
    const settlements = admissions.map(async (admission) => {
      if (admission.kind !== "admitted") throw new Error(admission.kind);
      return metering.settle(admission.hold, outcome());
    });
    await store.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const charged = (await Promise.all(settlements)).map((settled) => settled.charged);
    expect(charged).toEqual(Array.from({ length: 100 }, () => 10));
    const entries = await accounts.ledgerOf(person.id, 1_000);
    expect(entries.filter(({ kind }) => kind === "settle")).toHaveLength(100);
    expect((await metering.peek(holder)).points).toBe(99_000);
    // A call that is being let in when the connection goes may be sent again: 503, not 500.
    const locking = await store.pool.connect();
    const cut = async () =>
      (
        await store.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    try {
      await locking.query("begin");
      await locking.query("select 1 from api_keys where id = $1 for update", [holder.key.id]);
      const admitted = metering.admit(request(holder)).catch((error: unknown) => error);
      await expect.poll(cut).toBe(1);
      expect(await admitted).toMatchObject({ code: "unavailable", status: 503 });
    } finally {
      await locking.query("rollback");
      locking.release();
      accounts.close();
      await metering.close();
    }
  });
});
