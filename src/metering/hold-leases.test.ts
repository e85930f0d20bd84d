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

  test("was killed frees its points without a repeat, too", async () => {
    await killed.admit(request(caller, { maxCost: 60 }));
    metered.clock.advance(9_999);
    expect(await other.maintenance.expireHolds()).toBe(0);
    metered.clock.advance(1);
    expect(await other.maintenance.expireHolds()).toBe(1);
    expect((await other.peek(caller)).points).toBe(100);
  });

  test("is slow keeps its hold as long as the process is heard of", async () => {
    const { clock, metering } = metered;
    const asked = request(caller, { idempotency: once, maxCost: 60 });
    const held = await metered.hold(caller, { ...asked, timeoutSeconds: 300 });
    for (let seconds = 0; seconds < 300; seconds += 5) {
      clock.advance(5_000);
      await metering.maintenance.renewHolds();
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
});
