import { beforeEach, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { forgetAccount } from "../store/forget-account.ts";

describeOnBothStores("a rule on which the two ledgers once differed", (fresh) => {
  const metered = useMetered(fresh, openPlan(0));
  let caller: Caller;
  beforeEach(async () => {
    caller = await metered.newCaller("free", 0);
    await metered.accounts.grant(caller.account.id, 20);
  });

  const deleteAccount = () =>
    metered.store.db
      .transaction()
      .execute((trx) => forgetAccount(trx, { accountId: caller.account.id, at: metered.clock.now() }));
  const ending = (no: string) =>
    metered.store.db
      .selectFrom("requests")
      .where("no", "=", Number(no))
      .select(["status", "cost"])
      .executeTakeFirstOrThrow();

  test("a call in flight ends, and is charged, when its account is deleted meanwhile", async () => {
    const held = await metered.hold(caller);
    await deleteAccount();
    const settled = await metered.metering.settle(held, outcome({ cost: 5 }));
    expect(settled).toMatchObject({ charged: 5, points: 15 });
    expect(await ending(held.id)).toEqual({ status: 200, cost: 5 });
  });

  test("the hold of a dead process ends when its account is deleted meanwhile", async () => {
    const held = await metered.hold(caller);
    await deleteAccount();
    metered.clock.advance(3_600_000);
    expect(await metered.metering.maintenance.expireHolds()).toBe(1);
    expect(await ending(held.id)).toEqual({ status: 500, cost: 0 });
  });

  test("a refused call that frees the hold of a dead process leaves its Idempotency-Key to another body", async () => {
    const { metering, clock, hold } = metered;
    await hold(caller, { idempotency: { key: "once", digest: "one body" }, timeoutSeconds: 1 });
    clock.advance(3_600_000);
    const dear = { maxCost: 21, idempotency: { key: "once", digest: "one body" } };
    expect((await metering.admit(request(caller, dear))).kind).toBe("not_enough_points");
    const other = { idempotency: { key: "once", digest: "another body" } };
    expect((await metering.admit(request(caller, other))).kind).toBe("admitted");
  });

  test("a stored answer is never replaced", async () => {
    const { metering, store, clock, hold } = metered;
    const held = await hold(caller, { idempotency: { key: "kept", digest: "a body" } });
    const first = { request_no: Number(held.id), account_id: held.accountId, request_id: held.requestId, status: 200 };
    const rest = { headers: "{}", body: Buffer.from("first"), expires_at: clock.now() + 7 * 86_400_000 };
    await store.db
      .insertInto("answers")
      .values({ ...first, ...rest })
      .execute();
    await metering.settle(held, outcome({ answer: { status: 200, headers: {}, body: Buffer.from("second") } }));
    const rows = await store.db.selectFrom("answers").where("request_no", "=", first.request_no).selectAll().execute();
    expect(rows.map(({ body }) => Buffer.from(body).toString())).toEqual(["first"]);
  });
});
