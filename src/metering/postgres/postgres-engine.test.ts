import { expect, test } from "vitest";
import { useMetered } from "../../../test/support/metering/metered.ts";
import { openPlan } from "../../../test/support/metering/open-plan.ts";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import type { AdmitCommand } from "../commands.ts";
import { monthAt, windowStarts } from "../windows.ts";
import { createPostgresEngine } from "./postgres-engine.ts";

describeOnBothStores("commands of one batch", (fresh) => {
  const metered = useMetered(fresh, openPlan(100));

  test.skipIf(fresh.dialect === "sqlite")(
    "are run key by key, each key's in order of arrival, and their results are in the original order",
    async () => {
      const { store, clock } = metered;
      if (store.dialect !== "postgres") throw new Error(store.dialect);
      const callers = [await metered.newCaller(), await metered.newCaller()];
      const [first, second] = callers.toSorted((a, b) => (a.account.id < b.account.id ? -1 : 1));
      const now = clock.now();
      const admit = (caller: typeof first, cost: number): AdmitCommand => ({
        do: "admit",
        accountId: caller!.account.id,
        keyId: caller!.key.id,
        now,
        starts: windowStarts(now),
        month: monthAt(now),
        requestId: crypto.randomUUID(),
        endpoint: "/api/x",
        source: "x",
        door: "http",
        question: null,
        tags: null,
        equalSince: null,
        cost,
        timeout: 60,
        expiresAt: now + 90_000,
        params: "{}",
        idempotencyKey: null,
        digest: null,
        idempotencyEnds: 0,
      });
      const pools: ReturnType<typeof store.openLedgerPool>[] = [];
      const openLedgerPool: typeof store.openLedgerPool = (settings) => {
        const pool = store.openLedgerPool(settings);
        pools.push(pool);
        return pool;
      };
      const engine = createPostgresEngine({ settings: store.settings, openLedgerPool }, openPlan(100), { lanes: 1 });
      try {
        // Commands queued behind the first are sent together.
        const alone = engine.ping();
        const warm = engine.run(admit(first, 0));
        const order = [
          [second, 1],
          [first, 10],
          [second, 2],
          [first, 20],
        ] as const;
        const results = await Promise.all(order.map(([caller, cost]) => engine.run(admit(caller, cost))));
        await Promise.all([alone, warm]);
        const points = results.map((result) => ("points" in result ? result.points : null));
        expect(points).toEqual([99, 90, 97, 70]);
        const [b1, a1, b2, a2] = results.map((result) => ("no" in result ? result.no : Number.NaN));
        expect([a1, a2, b1, b2].toSorted((one, other) => one! - other!)).toEqual([a1, a2, b1, b2]);
      } finally {
        await engine.close();
      }
      // Its connections are closed with it.
      expect(pools.map(({ ended, totalCount }) => [ended, totalCount])).toEqual([[true, 0]]);
    },
  );
});
