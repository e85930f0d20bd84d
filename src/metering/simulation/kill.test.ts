import { expect, test } from "vitest";
import { seeded } from "../../contract/seeded.ts";
import { describeOnBothStores } from "../../store/testing/stores.ts";
import { killAndCheck } from "./kill.ts";

/** The long run is `node scripts/kill-metering.ts`. */
describeOnBothStores("a process killed with -9 under load", (fresh) => {
  test("loses no acknowledged charge, doubles none, and leaves no hold", async () => {
    const random = seeded(`kill ${Date.now()}`);
    for (let round = 0; round < 2; round++) {
      expect((await killAndCheck(fresh.settings(), random)).acknowledged).toBeGreaterThanOrEqual(0);
    }
  });
});
