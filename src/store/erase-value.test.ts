import { expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { useService } from "../../test/support/service/use-service.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { placesInStore } from "../../test/support/trace/search-store.ts";
import { eraseValue } from "./erase-value.ts";

describeOnBothStores("erasing a value", (fresh) => {
  const bench = useService(openPlan(1_000), undefined, fresh);

  test("leaves it in no stored request or response, and the charges and other answers as they were", async () => {
    const caller = await bench.newCaller();
    const service = bench.service();
    // A quote is written in another way in JSON.
    const person = 'Ann "Zweihorn" Élise';
    for (const name of [person, "somebody else", ...Array.from({ length: 120 }, (_, nth) => `other ${nth}`)]) {
      await service.run(bench.call(caller, { name }));
    }
    await service.run(bench.call(caller, { name: `${person}, again`, options: { idempotency_key: "one" } }));
    const { db } = bench.store;
    const about = { account_id: caller.account.id, name: "mine", operation: "x", created_at: 1 };
    await db
      .insertInto("saved_calls")
      .values({ id: "1", ...about, body: JSON.stringify(person) })
      .execute();
    const answers = async () => (await db.selectFrom("answers").select("request_no").execute()).length;
    await expect.poll(answers).toBe(123);
    const points = await bench.pointsOf(caller);

    const dry = await eraseValue(bench.store, person, { dryRun: true });
    expect(await answers()).toBe(123);
    expect(await eraseValue(bench.store, person, { dryRun: false })).toEqual(dry);
    expect(dry).toEqual([
      { place: "answers", rows: 2, isErased: true },
      { place: "requests", rows: 2, isErased: true },
      { place: "saved_calls", rows: 1, isErased: false },
    ]);
    expect(await placesInStore(bench.store, "Zweihorn")).toEqual(["saved_calls.body"]);
    expect([await answers(), await bench.pointsOf(caller)]).toEqual([121, points]);
    expect(await placesInStore(bench.store, "somebody else")).toEqual(["answers.body", "requests.params"]);
  });
});
