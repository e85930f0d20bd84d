import { beforeAll, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/types.ts";
import { SimulatedClock, systemClock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import type { LedgerEngine } from "./commands.ts";
import { createMetering } from "./metering.ts";

describeOnBothStores("a settlement whose store is unavailable", (fresh) => {
  let store: Store;
  beforeAll(async () => {
    store = await fresh.open();
  });
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** Settles with an engine that fails this often. Returns the outcome, the number of attempts and the duration. */
  async function settled(fails: number, error: Error, holdMs: number) {
    const clock = new SimulatedClock();
    const started = clock.now();
    let tries = 0;
    const engine: LedgerEngine = {
      async run() {
        tries++;
        if (tries <= fails) throw error;
        return { charged: 10, points: 5, resolved: true } as never;
      },
      ping: async () => {},
      queue: () => ({ queued: 0, inFlight: 0 }),
      close: async () => {},
    };
    const metering = createMetering({ store, clock, plans: openPlan(0), engine });
    const ids = { id: "1", requestId: "r", accountId: "a", keyId: "k" };
    const hold = { ...ids, amount: 20, startedAt: started, expiresAt: started + holdMs };
    let end: unknown = null;
    void metering.settle(hold, outcome()).then(
      (settlement) => {
        end = settlement;
      },
      (failure) => {
        end = failure;
      },
    );
    while (end === null) {
      await turn();
      if (end === null) clock.advance(250);
    }
    return { end, tries, tookMs: clock.now() - started };
  }

  test("a settlement whose store is unavailable is retried every quarter of a second until it is back", async () => {
    expect(await settled(3, away, 90_000)).toMatchObject({ end: { charged: 10, points: 5 }, tries: 4, tookMs: 750 });
  });

  test("a settlement whose store is unavailable is given up at the request's own deadline, or after two seconds if that has passed", async () => {
    const unavailable = expect.objectContaining({ code: "unavailable", cause: away });
    expect(await settled(1e6, away, 40_000)).toEqual({ end: unavailable, tries: 40, tookMs: 9_750 });
    expect(await settled(1e6, away, 0)).toEqual({ end: unavailable, tries: 8, tookMs: 1_750 });
    const fault = new Error("a fault of ours");
    expect((await settled(1e6, fault, 0)).end).toBe(fault);
  });
});

describeOnBothStores("a store that is briefly unavailable", (fresh) => {
  test.skipIf(fresh.dialect === "sqlite")("neither loses nor duplicates a settlement", async () => {
    const store = await fresh.open();
    if (store.dialect !== "postgres") throw new Error("PostgreSQL was asked for");
    const parts = { store, clock: systemClock, plans: openPlan(100_000) };
    const metering = createMetering(parts);
    const accounts = createAccounts({ ...parts, metering });
    const account = await accounts.createAccount({ email: "away@people.example" });
    const { secret } = await accounts.createKey(account.id, { name: "key" });
    const caller = (await accounts.lookUpKey(secret)) as Caller;
    const admissions = await Promise.all(Array.from({ length: 100 }, () => metering.admit(request(caller))));
    const settlements = admissions.map(async (admission) => {
      if (admission.kind !== "admitted") throw new Error(admission.kind);
      return metering.settle(admission.hold, outcome());
    });
    await store.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const charged = (await Promise.all(settlements)).map((settled) => settled.charged);
    expect(charged).toEqual(Array.from({ length: 100 }, () => 10));
    const entries = await accounts.ledgerOf(account.id, 1_000);
    expect(entries.filter(({ kind }) => kind === "settle")).toHaveLength(100);
    expect((await metering.peek(caller)).points).toBe(99_000);
    // A call being admitted when the connection is lost may be retried: 503, not 500.
    const locking = await store.pool.connect();
    const cut = async () =>
      (
        await store.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    try {
      await locking.query("begin");
      await locking.query("select 1 from api_keys where id = $1 for update", [caller.key.id]);
      const admitted = metering.admit(request(caller)).catch((error: unknown) => error);
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
