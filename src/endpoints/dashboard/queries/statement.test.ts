import { expect, test } from "vitest";
import { useMetered } from "../../../../test/support/metering/metered.ts";
import { outcome } from "../../../../test/support/metering/requests.ts";
import { describeOnDrawnStores } from "../../../../test/support/store/stores.ts";
import { readStatement } from "./statement.ts";

const everything = { limit: 50, cursor: null, show: "all", holds: false, start: null, end: null } as const;

describeOnDrawnStores("the points statement", (fresh) => {
  const metered = useMetered(fresh);

  test("has a balance that changes by what each call cost, though calls overlap, fail or still run", async () => {
    const { metering, newCaller, hold, store } = metered;
    const caller = await newCaller();
    const statement = async (filter = {}) =>
      (await readStatement(store.db, caller.account.id, { ...everything, ...filter })).rows;
    const balances = async (filter = {}) => (await statement(filter)).map(({ amount, balance }) => [amount, balance]);

    const [first, second, failing, running] = [
      await hold(caller),
      await hold(caller),
      await hold(caller),
      await hold(caller),
    ];
    await metering.settle(second!, outcome({ cost: 10 }));
    await metering.settle(failing!, outcome({ status: 500, cost: 0 }));
    await metering.settle(first!, outcome({ cost: 15 }));
    expect(await balances()).toEqual([
      [-15, 975],
      [-10, 990],
      [1_000, 1_000],
    ]);
    // The balances are the same on a later page and with a filter.
    const { next_cursor } = await readStatement(store.db, caller.account.id, { ...everything, limit: 1 });
    expect(await balances({ cursor: next_cursor })).toEqual([
      [-10, 990],
      [1_000, 1_000],
    ]);
    expect(await balances({ show: "added" })).toEqual([[1_000, 1_000]]);
    // Bookings one by one show what could be spent.
    expect((await balances({ holds: true }))[0]).toEqual([5, 955]);
    await metering.settle(running!, outcome({ cost: 20 }));
    expect((await balances())[0]).toEqual([-20, 955]);
  });
});
