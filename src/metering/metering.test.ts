import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";

describeOnBothStores("admission and settlement", (fresh) => {
  const metered = useMetered(fresh);

  test("the maximum cost is held, the price is settled, the rest is released", async () => {
    const { metering, newCaller } = metered;
    const caller = await newCaller();
    const admission = await metering.admit(request(caller));
    if (admission.kind !== "admitted") throw new Error(admission.kind);
    expect(admission.points).toBe(980);
    expect(admission.windows.map(({ usage }) => usage)).toEqual([1, 1, 1, 1, 1]);
    expect(await metering.settle(admission.hold, outcome())).toMatchObject({ charged: 10, points: 990 });
    expect(await metering.peek(caller)).toMatchObject({ points: 990 });
  });

  test("a hold is resolved once, however often it is settled", async () => {
    const { metering, newCaller, hold, accounts } = metered;
    const caller = await newCaller();
    const held = await hold(caller);
    await metering.settle(held, outcome({ cost: 10 }));
    expect(await metering.settle(held, outcome({ cost: 20 }))).toMatchObject({ charged: 10, points: 990 });
    const kinds = (await accounts.ledgerOf(caller.account.id)).map(({ kind, amount }) => `${kind} ${amount}`);
    expect(kinds).toEqual(["settle 10", "hold -20", "grant 1000"]);
  });

  test("nothing is charged on any status but 200, whatever cost is claimed", async () => {
    const { metering, newCaller, hold } = metered;
    const caller = await newCaller();
    for (const status of [408, 412, 499, 500]) {
      const settled = await metering.settle(await hold(caller), outcome({ status, cost: 10 }));
      expect(settled).toMatchObject({ charged: 0, points: 1000 });
    }
  });

  test("no more is charged than was held", async () => {
    const { metering, newCaller, hold } = metered;
    const held = await hold(await newCaller(), { maxCost: 5 });
    expect(await metering.settle(held, outcome({ cost: 500 }))).toMatchObject({ charged: 5, points: 995 });
  });

  test("a rejected request uses up nothing anywhere", async () => {
    const { metering, newCaller, accounts } = metered;
    const caller = await newCaller("free", 30);
    const before = await metering.peek(caller);
    expect(await metering.admit(request(caller, { maxCost: 31 }))).toMatchObject({
      kind: "not_enough_points",
      points: 30,
    });
    await accounts.changeKey(caller.key.id, { spending_cap: 10 });
    expect(await metering.admit(request(caller, { maxCost: 11 }))).toMatchObject({
      kind: "over_spending_cap",
      left: 10,
    });
    expect(await metering.peek(caller)).toEqual(before);
    expect(await accounts.ledgerOf(caller.account.id)).toHaveLength(1);
    expect(await metering.countRequests(caller, { start: null, end: null })).toBe(0);
  });

  test("a spending cap counts what is spent and what is held", async () => {
    const { metering, newCaller, hold, accounts } = metered;
    const caller = await newCaller();
    await accounts.changeKey(caller.key.id, { spending_cap: 25 });
    const first = await hold(caller, { maxCost: 20 });
    expect(await metering.admit(request(caller, { maxCost: 10 }))).toMatchObject({
      kind: "over_spending_cap",
      left: 5,
    });
    await metering.settle(first, outcome({ cost: 10 }));
    expect((await metering.admit(request(caller, { maxCost: 15 }))).kind).toBe("admitted");
  });

  test("every key of an account spends the same points", async () => {
    const { metering, newCaller, accounts } = metered;
    const caller = await newCaller("free", 30);
    const { key } = await accounts.createKey(caller.account.id, { name: "second" });
    expect((await metering.admit(request(caller, { maxCost: 20 }))).kind).toBe("admitted");
    const second = await metering.admit(request({ ...caller, key }, { maxCost: 20 }));
    expect(second).toMatchObject({ kind: "not_enough_points", points: 10 });
  });

  test("a key that was revoked or expired since it was looked up is not admitted", async () => {
    const { metering, newCaller, accounts, clock } = metered;
    const revoked = await newCaller();
    await accounts.revokeKey(revoked.key.id);
    expect(await metering.admit(request(revoked))).toEqual({ kind: "key_ended", why: "key_revoked" });
    const owner = await newCaller();
    const { key } = await accounts.createKey(owner.account.id, { name: "brief", expires_at: clock.now() + 1000 });
    clock.advance(1000);
    expect(await metering.admit(request({ ...owner, key }))).toEqual({ kind: "key_ended", why: "key_expired" });
  });

  test("holds of a dead process are released after the request's deadline and a grace period, and are in the history", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    const held = await hold(caller, { timeoutSeconds: 60 });
    clock.advance(60_000);
    await metering.maintenance.expireHolds();
    expect((await metering.peek(caller)).points).toBe(980);
    clock.advance(30_000);
    expect(await metering.maintenance.expireHolds()).toBe(1);
    expect(await metering.maintenance.expireHolds()).toBe(0);
    expect((await metering.peek(caller)).points).toBe(1000);
    expect(await metering.settle(held, outcome())).toMatchObject({ charged: 0, points: 1000 });
    const { rows } = await metering.requests(caller, { start: null, end: null, limit: 10, cursor: null });
    expect(rows).toMatchObject([{ id: held.requestId, response_status_code: 500, cost: 0, is_paid: false }]);
  });

  test("monthly points are granted once a month, and free ones only once", async () => {
    const { metering, newCaller, accounts, clock } = metered;
    const starter = await newCaller("starter");
    const free = await newCaller("free");
    expect((await metering.peek(starter)).points).toBe(15_000);
    clock.advance(31 * 86_400_000);
    const stored = async (accountId: string) => {
      const balances = metered.store.db.selectFrom("balances").where("account_id", "=", accountId);
      return Number((await balances.select("points").executeTakeFirstOrThrow()).points);
    };
    expect(await stored(starter.account.id)).toBe(15_000);
    // Granted by maintenance, before anyone reads the balance.
    expect(await metering.maintenance.giveMonthlyPoints()).toBe(1);
    expect(await stored(starter.account.id)).toBe(30_000);
    expect(await metering.maintenance.giveMonthlyPoints()).toBe(0);
    expect((await metering.peek(starter)).points).toBe(30_000);
    expect((await metering.peek(free)).points).toBe(1_000);
    // An upgrade grants the difference, and switching back and forth grants nothing.
    expect(await accounts.setPlan(starter.account.id, "growth")).toEqual({ points: 115_000 });
    await accounts.setPlan(starter.account.id, "starter");
    expect(await accounts.setPlan(starter.account.id, "growth")).toEqual({ points: 115_000 });
  });
});
