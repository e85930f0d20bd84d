import { expect, test } from "vitest";
import { describeOnDrawnStores } from "../../support/store/stores.ts";
import { dueSchedules } from "./due-schedules.ts";

/** The long run is `node scripts/due-schedules.ts`. */
describeOnDrawnStores("schedules that come due at the same moment", (fresh) => {
  test("all run exactly once, and none before its time", async () => {
    const { runs, delays } = await dueSchedules(fresh.settings(), 25);
    expect(runs).toBe(25);
    expect(delays[0]).toBeGreaterThanOrEqual(0);
  }, 60_000);
});
