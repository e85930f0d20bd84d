import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { createPointsWatch, type PointsNotice } from "./points-watch.ts";

describeOnBothStores("an owner is notified when points run low", (fresh) => {
  const metered = useMetered(fresh, openPlan(1000));

  /** Two processes, which both see every charge. */
  function watches(notices: PointsNotice[]) {
    const { store, clock } = metered;
    const notify = async (notice: PointsNotice) => void notices.push(notice);
    const onError = (error: unknown) => {
      throw error;
    };
    const both = [1, 2].map(() => createPointsWatch({ db: store.db, clock, notify, onError }));
    return async (caller: Caller, cost: number) => {
      const held = await metered.hold(caller, { maxCost: cost });
      const settled = await metered.metering.settle(held, outcome({ cost }));
      for (const watch of both) watch.charged(caller.account.id, settled.points, settled.charged);
      await Promise.all(both.map((watch) => watch.round()));
    };
  }

  test("once at 80, 95 and 100 percent, across all processes; again after points have grown", async () => {
    const notices: PointsNotice[] = [];
    const spend = watches(notices);
    const caller = await metered.newCaller("free", 1000);
    for (const cost of [700, 99]) await spend(caller, cost);
    expect(notices).toEqual([]);
    await spend(caller, 1);
    await spend(caller, 1);
    const about = { accountId: caller.account.id, of: 1000 };
    expect(notices).toEqual([{ ...about, used: 80, points: 200 }]);
    await spend(caller, 150);
    await spend(caller, 49);
    expect(notices.slice(1)).toEqual([
      { ...about, used: 95, points: 49 },
      { ...about, used: 100, points: 0 },
    ]);
    await metered.accounts.grant(caller.account.id, 500, { kind: "grant", note: "top-up" });
    await spend(caller, 100);
    await spend(caller, 300);
    expect(notices).toHaveLength(3);
    await spend(caller, 30);
    expect(notices.slice(3)).toEqual([{ ...about, of: 400, used: 80, points: 70 }]);
  });

  test("held points count as available", async () => {
    const notices: PointsNotice[] = [];
    const spend = watches(notices);
    const caller = await metered.newCaller("free", 1000);
    const held = await metered.hold(caller, { maxCost: 900 });
    await spend(caller, 10);
    expect(notices).toEqual([]);
    await metered.metering.settle(held, outcome({ status: 412, cost: 0 }));
    await spend(caller, 10);
    expect(notices).toEqual([]);
  });

  test("too little for another call counts as nothing", async () => {
    const notices: PointsNotice[] = [];
    const { store, clock } = metered;
    const notify = async (notice: PointsNotice) => void notices.push(notice);
    const watch = createPointsWatch({ db: store.db, clock, notify, onError() {} });
    const caller = await metered.newCaller("free", 1000);
    const settled = await metered.metering.settle(await metered.hold(caller, { maxCost: 996 }), outcome({ cost: 996 }));
    watch.charged(caller.account.id, settled.points, settled.charged);
    watch.refused(caller.account.id, settled.points);
    await watch.round();
    expect(notices).toMatchObject([{ used: 100, points: 4 }]);
  });

  test("a refusal is looked into, although the last charge of this process left plenty", async () => {
    const notices: PointsNotice[] = [];
    const { store, clock } = metered;
    const notify = async (notice: PointsNotice) => void notices.push(notice);
    const watch = createPointsWatch({ db: store.db, clock, notify, onError() {} });
    const caller = await metered.newCaller("free", 1000);
    const spend = async (cost: number) =>
      metered.metering.settle(await metered.hold(caller, { maxCost: cost }), outcome({ cost }));
    const { points } = await spend(100);
    watch.charged(caller.account.id, points, 100);
    await watch.round();
    watch.charged(caller.account.id, points, 0);
    // By another process.
    await spend(890);
    watch.refused(caller.account.id, 10);
    await watch.round();
    expect(notices).toMatchObject([{ used: 100, points: 10 }]);
  });

  test.each([
    [200, false, null],
    [799, false, null],
    [949, true, 80],
    [800, false, 80],
    [949, false, 80],
    [950, false, 95],
    [950, true, 100],
    [999, false, 95],
    [1000, false, 100],
  ])("after %i of 1,000 points (rejected: %s), the owner is notified at %s", async (cost, refused, used) => {
    const notices: PointsNotice[] = [];
    const { store, clock } = metered;
    const watch = createPointsWatch({
      db: store.db,
      clock,
      notify: async (notice) => void notices.push(notice),
      onError() {},
    });
    const caller = await metered.newCaller("free", 1000);
    const { points, charged } = await metered.metering.settle(
      await metered.hold(caller, { maxCost: cost }),
      outcome({ cost }),
    );
    if (refused) watch.refused(caller.account.id, points);
    watch.charged(caller.account.id, points, charged);
    await watch.round();
    expect(notices.map((notice) => notice.used)).toEqual(used === null ? [] : [used]);
    // Nobody is notified twice, and a round without a charge checks nothing.
    await watch.round();
    watch.charged(caller.account.id, points, 0);
    await watch.close();
    expect(notices).toHaveLength(used === null ? 0 : 1);
  });

  test("once started it checks every five seconds, and once more when it is closed", async () => {
    const { store, clock } = metered;
    const notices: PointsNotice[] = [];
    const heard = Promise.withResolvers<void>();
    const notify = async (notice: PointsNotice) => {
      notices.push(notice);
      heard.resolve();
    };
    const watch = createPointsWatch({ db: store.db, clock, notify, onError: heard.reject });
    watch.start();
    const spend = async (cost: number) => {
      const caller = await metered.newCaller("free", 1000);
      const hold = await metered.hold(caller, { maxCost: cost });
      const settled = await metered.metering.settle(hold, outcome({ cost }));
      watch.charged(caller.account.id, settled.points, settled.charged);
    };
    await spend(800);
    clock.advance(4_999);
    expect(notices).toEqual([]);
    clock.advance(1);
    await heard.promise;
    await spend(960);
    await watch.close();
    expect(notices.map(({ used }) => used)).toEqual([80, 95]);
  });

  test("an account that never had points is not notified", async () => {
    const { store, clock } = metered;
    const notices: PointsNotice[] = [];
    const watch = createPointsWatch({
      db: store.db,
      clock,
      notify: async (notice) => void notices.push(notice),
      onError() {},
    });
    watch.refused("nobody", 0);
    await watch.round();
    expect(notices).toEqual([]);
  });
});
