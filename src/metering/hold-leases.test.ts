import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { createMetering, type MeteringService } from "./metering.ts";

const once = { key: "once", digest: "body" };

describeOnBothStores("a call whose process", (fresh) => {
  const metered = useMetered(fresh, openPlan(0));
  let caller: Caller;
  let other: MeteringService;
  /** A process that nothing is heard of after its admissions. */
  let killed: MeteringService;
  beforeEach(async () => {
    const { clock, store } = metered;
    caller = await metered.newCaller("free", 0);
    await metered.accounts.grant(caller.account.id, 100);
    other = createMetering({ store, clock, plans: openPlan(0) });
    killed = createMetering({ store, clock: { now: () => clock.now(), after: () => () => {} }, plans: openPlan(0) });
  });
  afterEach(() => Promise.all([other.close(), killed.close()]));

  test("was killed is refused with the honest rest, and after ten seconds the repeat is admitted and paid once", async () => {
    const { clock } = metered;
    const asked = request(caller, { idempotency: once, maxCost: 60 });
    const died = await killed.admit(asked);
    clock.advance(4_000);
    expect(await other.admit(asked)).toEqual({ kind: "running", until: clock.now() + 6_000 });
    clock.advance(6_000);
    const again = await other.admit(asked);
    if (again.kind !== "admitted" || died.kind !== "admitted") throw new Error(again.kind);
    await other.settle(again.hold, outcome({ cost: 60 }));
    expect(await other.settle(died.hold, outcome({ cost: 60 }))).toMatchObject({ charged: 0, points: 40, ended: null });
    expect((await other.peek(caller)).points).toBe(40);
  });

  test("a call whose process was killed frees its points even without a repeat", async () => {
    await killed.admit(request(caller, { maxCost: 60 }));
    metered.clock.advance(9_999);
    expect(await other.maintenance.expireHolds()).toBe(0);
    metered.clock.advance(1);
    expect(await other.maintenance.expireHolds()).toBe(1);
    expect((await other.peek(caller)).points).toBe(100);
  });

  test("a call whose process is slow keeps its hold as long as the process is heard of", async () => {
    const { clock, metering } = metered;
    const asked = request(caller, { idempotency: once, maxCost: 60 });
    const held = await metered.hold(caller, { ...asked, timeoutSeconds: 300 });
    for (let seconds = 0; seconds < 300; seconds += 5) {
      clock.set(clock.now() + 5_000);
      await metering.maintenance.heartbeat();
      expect(await other.maintenance.expireHolds()).toBe(0);
      expect(await other.admit(asked)).toEqual({ kind: "running", until: clock.now() + 10_000 });
    }
    expect(await metering.settle(held, outcome({ cost: 60 }))).toMatchObject({ charged: 60, points: 40 });
  });

  test("stands still keeps its hold from its own upkeep", async () => {
    const { clock, metering } = metered;
    const held = await metered.hold(caller, { maxCost: 60 });
    clock.set(clock.now() + 60_000);
    expect(await metering.maintenance.expireHolds()).toBe(0);
    expect(await metering.settle(held, outcome({ cost: 60 }))).toMatchObject({ charged: 60 });
  });

  /** What was in flight when neither process could reach the store, and their clock afterwards. */
  const interruptions: Array<[string, (outage: () => Promise<void>) => Promise<void>]> = [
    ["an outage of the store", (outage) => outage()],
    ["both processes stood still", async () => metered.clock.set(metered.clock.now() + 60_000)],
  ];
  test.each(interruptions)(
    "lives keeps its hold after %s, and the others' calls end a lease later",
    async (_, happens) => {
      const { clock, metering, store } = metered;
      const away = (from: string, to: string) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(store.db);
      await other.maintenance.heartbeat();
      // A ledger that opens during the outage would find no tables.
      expect(await other.admit(request(caller, { maxCost: 101 }))).toMatchObject({ kind: "not_enough_points" });
      const asked = request(caller, { idempotency: once, maxCost: 60, timeoutSeconds: 300 });
      const held = await metered.hold(caller, asked);
      await killed.admit(request(caller, { maxCost: 40 }));
      await happens(async () => {
        await away("requests", "requests_away");
        for (let round = 0; round < 5; round++) {
          clock.set(clock.now() + 3_500);
          await expect(other.maintenance.heartbeat()).rejects.toThrow();
          await expect(metering.maintenance.heartbeat()).rejects.toThrow();
        }
        await away("requests_away", "requests");
      });
      expect(await other.admit(asked)).toEqual({ kind: "running", until: clock.now() + 10_000 });
      expect(await other.maintenance.heartbeat()).toBe(0);
      await metering.maintenance.heartbeat();
      for (const freed of [0, 0, 1]) {
        clock.set(clock.now() + 3_334);
        expect((await metering.maintenance.heartbeat()) + (await other.maintenance.heartbeat())).toBe(freed);
      }
      expect(await other.admit(asked)).toEqual({ kind: "running", until: clock.now() + 10_000 });
      expect(await metering.settle(held, outcome({ cost: 60 }))).toMatchObject({ charged: 60, points: 40 });
    },
  );
});
