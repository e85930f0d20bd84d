import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import type { AdmitCommand } from "./commands.ts";
import { createPostgresEngine } from "./postgres/postgres-engine.ts";
import { createSqliteEngine } from "./sqlite/sqlite-engine.ts";
import { monthAt, windowStarts } from "./windows.ts";

describeOnBothStores("commands of one batch", (fresh) => {
  const metered = useMetered(fresh, openPlan(100));

  test("commands of one batch are run key by key, each key's in order of arrival, and their results are in the original order", async () => {
    const { store, clock } = metered;
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
      deadAt: 0,
      cost,
      timeout: 60,
      expiresAt: now + 90_000,
      params: "{}",
      idempotencyKey: null,
      digest: null,
      idempotencyEnds: 0,
    });
    const engine =
      store.dialect === "sqlite"
        ? createSqliteEngine(store, openPlan(100))
        : createPostgresEngine(store, openPlan(100), { lanes: 1 });
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
  });

  test("commands of one batch are sent over connections that are closed with the engine", async () => {
    const { store } = metered;
    if (store.dialect === "sqlite") return;
    const pools: ReturnType<typeof store.openLedgerPool>[] = [];
    const openLedgerPool: typeof store.openLedgerPool = (settings) => {
      const pool = store.openLedgerPool(settings);
      pools.push(pool);
      return pool;
    };
    const engine = createPostgresEngine({ settings: store.settings, openLedgerPool }, openPlan(100));
    await engine.ping();
    await engine.close();
    expect(pools.map(({ ended, totalCount }) => [ended, totalCount])).toEqual([[true, 0]]);
  });
});
