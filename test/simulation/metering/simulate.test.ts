import { expect, test } from "vitest";
import { describeOnBothStores } from "../../support/store/stores.ts";
import { simulate } from "./simulate.ts";

/** The long run is `node scripts/simulate-metering.ts`. */
const short = { sqlite: { seeds: 6, events: 1_000 }, postgres: { seeds: 2, events: 400 } };

describeOnBothStores("the metering under random events", (fresh) => {
  test("after every event the entries sum to the balance, none is negative, and each hold ended at most once", async () => {
    const { seeds, events } = short[fresh.dialect];
    for (let seed = 1; seed <= seeds; seed++) {
      const counts = await simulate({ store: await fresh.open(), seed, events });
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(events);
    }
  });
});
