import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";

const once = { key: "once", digest: "digest" };
const [once1000] = [openPlan(1_000).free!];
const plans = {
  free: once1000,
  monthly: { ...once1000, once: false, points: 500 },
  large: { ...once1000, once: false, points: 800 },
  larger: { ...once1000, once: false, points: 801 },
};

describeOnBothStores("the rows that the ledger writes", (fresh) => {
  const metered = useMetered(fresh, plans);
  const db = () => metered.store.db;
  const requestOf = (no: string) =>
    db().selectFrom("requests").where("no", "=", Number(no)).selectAll().executeTakeFirstOrThrow();
  const keyOf = ({ key }: Caller) =>
    db().selectFrom("api_keys").where("id", "=", key.id).selectAll().executeTakeFirstOrThrow();
  const entries = async ({ account }: Caller) =>
    (await db().selectFrom("ledger").where("account_id", "=", account.id).orderBy("no").selectAll().execute()).map(
      ({ no: _no, account_id: _account, ...entry }) => entry,
    );
  const keys = (accountId: string) =>
    db().selectFrom("idempotency").where("account_id", "=", accountId).selectAll().execute();

  test("an admitted call writes its row, the hold, the key's windows and its Idempotency-Key", async () => {
    const { clock } = metered;
    const caller = await metered.newCaller();
    const hold = await metered.hold(caller, { maxCost: 20, timeoutSeconds: 60, idempotency: once, entryPoint: "mcp" });
    const now = clock.now();
    expect(await requestOf(hold.id)).toMatchObject({
      request_id: hold.requestId,
      account_id: caller.account.id,
      key_id: caller.key.id,
      endpoint: "/api/nlretail/products/search",
      source: "nlretail",
      door: "mcp",
      plan: "free",
      held: 20,
      timeout: 60,
      params: '{"keyword":"fiets","count":40}',
      idempotency_key: "once",
      started_at: now,
      expires_at: now + 10_000,
      ended_at: null,
      status: null,
      cost: 0,
      points_left: null,
      results: 0,
    });
    expect(hold).toMatchObject({
      amount: 20,
      startedAt: now,
      expiresAt: now + 90_000,
      accountId: caller.account.id,
      keyId: caller.key.id,
    });
    expect(await entries(caller)).toEqual([
      { key_id: null, request_no: null, kind: "grant", amount: 1_000, balance: 1_000, at: now, note: "plan free" },
      {
        key_id: caller.key.id,
        request_no: Number(hold.id),
        kind: "hold",
        amount: -20,
        balance: 980,
        at: now,
        note: null,
      },
    ]);
    expect(await keyOf(caller)).toMatchObject({
      held: 20,
      spent: 0,
      last_used_at: now,
      ten_second_usage: 1,
      minutely_usage: 1,
      hourly_usage: 1,
      daily_usage: 1,
      monthly_usage: 1,
      ten_second_start: now - (now % 10_000),
      hourly_start: now - (now % 3_600_000),
    });
    expect(await keys(caller.account.id)).toEqual([
      {
        account_id: caller.account.id,
        key: "once",
        digest: "digest",
        request_no: Number(hold.id),
        expires_at: now + 86_400_000,
      },
    ]);
    await metered.metering.settle(hold, outcome());
  });

  test("a completed call writes how it ended, what is released and what the key has spent", async () => {
    const { clock, metering } = metered;
    const caller = await metered.newCaller();
    const hold = await metered.hold(caller, { maxCost: 20 });
    clock.advance(1_234);
    const facts = {
      resultsEnd: "count",
      resultsTotal: 7,
      resolved: { place: "b" },
      warnings: ["stream_left", "distance_rounded_down"],
      age: 3,
      standIn: true,
      recalled: null,
    } as const;
    await metering.settle(
      hold,
      outcome({ cost: 6, results: 9, upstreamPages: 2, facts: { ...facts, warnings: [...facts.warnings] } }),
    );
    const now = clock.now();
    expect(await requestOf(hold.id)).toMatchObject({
      ended_at: now,
      status: 200,
      cost: 6,
      points_left: 994,
      results: 9,
      upstream_pages: 2,
      error_text: null,
      results_end: "count",
      results_total: 7,
      resolved: '{"place":"b"}',
      age: 3,
      warnings: "stream_left,distance_rounded_down",
    });
    expect((await entries(caller)).at(-1)).toEqual({
      key_id: caller.key.id,
      request_no: Number(hold.id),
      kind: "settle",
      amount: 14,
      balance: 994,
      at: now,
      note: null,
    });
    expect(await keyOf(caller)).toMatchObject({ held: 0, spent: 6 });
  });

  test("a recall returns the charge once, marks the request, and no longer counts it against the key's cap", async () => {
    const { metering, clock } = metered;
    const caller = await metered.newCaller();
    const hold = await metered.hold(caller, { maxCost: 20 });
    const one = { accountId: caller.account.id, keyId: caller.key.id, no: Number(hold.id) };
    expect(await metering.recall({ ...one, recallNo: 7 })).toEqual({ returned: 0 });
    await metering.settle(hold, outcome({ cost: 6 }));
    const returned = await Promise.all([7, 7, 8].map((recallNo) => metering.recall({ ...one, recallNo })));
    expect(returned.map((each) => each.returned).toSorted()).toEqual([0, 0, 6]);
    expect((await entries(caller)).slice(3)).toEqual([
      {
        key_id: caller.key.id,
        request_no: Number(hold.id),
        kind: "recall",
        amount: 6,
        balance: 1_000,
        at: clock.now(),
        note: expect.stringMatching(/^recall [78]$/),
      },
    ]);
    expect(await requestOf(hold.id)).toMatchObject({ cost: 6, recalled: expect.any(Number) });
    expect(await keyOf(caller)).toMatchObject({ held: 0, spent: 0 });
  });

  test("a recall of another account's request writes nothing", async () => {
    const [owner, other] = [await metered.newCaller(), await metered.newCaller()];
    const hold = await metered.hold(owner, { maxCost: 20 });
    await metered.metering.settle(hold, outcome({ cost: 6 }));
    const one = { accountId: other.account.id, keyId: other.key.id, no: Number(hold.id), recallNo: 9 };
    expect(await metered.metering.recall(one)).toEqual({ returned: 0 });
    expect(await requestOf(hold.id)).toMatchObject({ recalled: null });
  });

  test("a failed call spends nothing, releases everything, and has no facts of a response", async () => {
    const caller = await metered.newCaller();
    const hold = await metered.hold(caller, { maxCost: 20, idempotency: once });
    const none = {
      resultsEnd: null,
      resultsTotal: null,
      resolved: null,
      warnings: [],
      age: null,
      standIn: null,
      recalled: null,
    };
    await metered.metering.settle(hold, outcome({ status: 412, cost: 6, errorText: "gone", facts: none }));
    expect(await requestOf(hold.id)).toMatchObject({
      status: 412,
      cost: 0,
      points_left: 1_000,
      error_text: "gone",
      results_end: null,
      results_total: null,
      resolved: null,
      warnings: null,
      age: null,
    });
    expect((await entries(caller)).at(-1)).toMatchObject({ kind: "release", amount: 20, balance: 1_000 });
    expect(await keyOf(caller)).toMatchObject({ held: 0, spent: 0 });
    expect(await keys(caller.account.id)).toEqual([]);
  });

  test("a call whose process died is ended with a reason by the next process to check, and its Idempotency-Key may be reused", async () => {
    const { clock, metering } = metered;
    const caller = await metered.newCaller();
    const hold = await metered.hold(caller, { maxCost: 20, timeoutSeconds: 60, idempotency: once });
    clock.advance(90_000 - 1);
    expect(await metering.maintenance.expireHolds()).toBe(0);
    clock.advance(1);
    expect(await metering.maintenance.expireHolds()).toBe(1);
    const now = clock.now();
    expect(await requestOf(hold.id)).toMatchObject({
      ended_at: now,
      status: 500,
      cost: 0,
      points_left: 1_000,
      results: 0,
      upstream_pages: 0,
      error_text: "the server stopped before it could answer",
      results_end: null,
      results_total: null,
      resolved: null,
      warnings: null,
      age: null,
    });
    expect((await entries(caller)).at(-1)).toEqual({
      key_id: caller.key.id,
      request_no: Number(hold.id),
      kind: "expire",
      amount: 20,
      balance: 1_000,
      at: now,
      note: null,
    });
    expect(await keyOf(caller)).toMatchObject({ held: 0, spent: 0 });
    expect(await keys(caller.account.id)).toEqual([]);
    // A later response is not charged and changes nothing.
    expect(await metering.settle(hold, outcome({ cost: 6 }))).toMatchObject({ charged: 0, points: 1_000 });
    expect(await entries(caller)).toHaveLength(3);
  });

  test("a dead hold that the next equal request finds is ended by that request in the same way", async () => {
    const { clock } = metered;
    const caller = await metered.newCaller();
    const died = await metered.hold(caller, { maxCost: 20, timeoutSeconds: 60, idempotency: once });
    clock.advance(90_000);
    const next = await metered.hold(caller, { maxCost: 5, idempotency: once });
    expect((await requestOf(died.id)).status).toBe(500);
    expect((await entries(caller)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["grant", 1_000],
      ["hold", -20],
      ["expire", 20],
      ["hold", -5],
    ]);
    expect(await keyOf(caller)).toMatchObject({ held: 5, spent: 0 });
    expect(await keys(caller.account.id)).toMatchObject([{ request_no: Number(next.id) }]);
  });

  test("points that are granted or taken write an entry with its note, and never go below zero", async () => {
    const { metering, clock } = metered;
    const caller = await metered.newCaller("free", 30);
    const about = { accountId: caller.account.id, kind: "correction" } as const;
    expect(await metering.credit({ ...about, amount: -31, note: "too much" })).toEqual({
      kind: "below_zero",
      points: 30,
    });
    expect(await metering.credit({ ...about, amount: -30, note: "all of it" })).toEqual({ points: 0 });
    expect(await metering.credit({ ...about, kind: "top_up", amount: 7, note: null })).toEqual({ points: 7 });
    const entry = { key_id: null, request_no: null, at: clock.now() };
    expect((await entries(caller)).slice(1)).toEqual([
      { ...entry, kind: "correction", amount: -30, balance: 0, note: "all of it" },
      { ...entry, kind: "top_up", amount: 7, balance: 7, note: null },
    ]);
  });

  test("a plan's points are written once, or month by month; a grant instead of them counts as granted", async () => {
    const { metering, clock } = metered;
    const grants = async (caller: Caller) =>
      (await entries(caller)).map(({ kind, amount, note }) => [kind, amount, note]);
    clock.set(Date.UTC(2030, 0, 15));
    const monthly = await metered.newCaller("monthly");
    expect(await metering.accrue(monthly.account.id)).toEqual({ points: 500 });
    const balance = () =>
      db().selectFrom("balances").where("account_id", "=", monthly.account.id).selectAll().executeTakeFirstOrThrow();
    expect(await balance()).toMatchObject({
      points: 500,
      granted_month: "2030-01",
      granted_points: 500,
      granted_once: 0,
    });
    clock.set(Date.UTC(2030, 1, 1));
    await metered.hold(monthly, { maxCost: 1 });
    expect(await grants(monthly)).toEqual([
      ["grant", 500, "plan monthly"],
      ["grant", 500, "plan monthly"],
      ["hold", -1, null],
    ]);
    expect((await balance()).granted_month).toBe("2030-02");
    // An upgrade within the month grants the difference. The clock of another process may lag a month behind.
    clock.set(Date.UTC(2030, 0, 31));
    expect(await metered.accounts.setPlan(monthly.account.id, "large")).toEqual({ points: 1_299 });
    expect(await balance()).toMatchObject({ granted_month: "2030-02", granted_points: 800 });
    expect(await metered.accounts.setPlan(monthly.account.id, "larger")).toEqual({ points: 1_300 });
    const instead = await metered.newCaller("free", 0);
    expect(await grants(instead)).toEqual([]);
    expect(await metering.accrue(instead.account.id)).toEqual({ points: 0 });
    expect((await metering.peek(instead)).points).toBe(0);
  });

  test("a spending cap that is lowered below what is spent leaves nothing, never less", async () => {
    const { metering } = metered;
    const caller = await metered.newCaller();
    await metering.settle(await metered.hold(caller, { maxCost: 20 }), outcome({ cost: 20 }));
    await metered.accounts.changeKey(caller.key.id, { spending_cap: 5 });
    expect(await metering.admit(request(caller, { maxCost: 1 }))).toMatchObject({
      kind: "over_spending_cap",
      left: 0,
      points: 980,
    });
    await metered.accounts.changeKey(caller.key.id, { spending_cap: 21 });
    expect((await metering.admit(request(caller, { maxCost: 1 }))).kind).toBe("admitted");
  });

  test("a key that has been deleted meanwhile costs the account no points: it gets them back", async () => {
    const { metering } = metered;
    const caller = await metered.newCaller();
    const hold = await metered.hold(caller, { maxCost: 20 });
    await db().deleteFrom("api_keys").where("id", "=", caller.key.id).execute();
    expect(await metering.settle(hold, outcome({ cost: 5 }))).toMatchObject({ charged: 5, points: 995 });
    expect(await metering.admit(request(caller))).toEqual({ kind: "key_ended", why: "key_revoked" });
  });

  test("a key is admitted up to the millisecond at which it expires", async () => {
    const { metering, accounts, clock } = metered;
    const caller = await metered.newCaller();
    const { key } = await accounts.createKey(caller.account.id, { name: "brief", expires_at: clock.now() + 1_000 });
    clock.advance(999);
    expect((await metering.admit(request({ ...caller, key }, { maxCost: 1 }))).kind).toBe("admitted");
    clock.advance(1);
    expect(await metering.admit(request({ ...caller, key }))).toEqual({ kind: "key_ended", why: "key_expired" });
  });

  test("a missing account or plan is an internal error, and the other commands of the batch are done", async () => {
    const { metering } = metered;
    const caller = await metered.newCaller();
    const gone = metering.credit({ accountId: "nobody", kind: "grant", amount: 1, note: null });
    const done = [1, 2, 3].map((amount) =>
      metering.credit({ accountId: caller.account.id, kind: "grant", amount, note: null }),
    );
    await expect(gone).rejects.toThrow("there is no account nobody");
    expect((await Promise.all(done)).at(-1)).toEqual({ points: 1_006 });
    const planless = { ...caller, account: { ...caller.account, plan: "gone" } };
    await expect(metering.admit(request(planless))).rejects.toThrow("there is no plan gone");
    await db().updateTable("accounts").set({ plan: "gone" }).where("id", "=", caller.account.id).execute();
    await expect(metering.admit(request(caller))).rejects.toThrow("there is no plan gone");
    await expect(metering.peek(caller)).rejects.toThrow("there is no plan gone");
    expect((await entries(caller)).filter(({ kind }) => kind === "hold")).toEqual([]);
  });
});
