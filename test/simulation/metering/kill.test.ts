import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { describeOnBothStores } from "../../support/store/stores.ts";
import { killAndCheck } from "./kill.ts";

/** The long run is `node scripts/kill-metering.ts`. */
describeOnBothStores("a process killed with -9 under load", (fresh) => {
  test("loses no acknowledged charge, doubles none, and leaves no hold", async () => {
    // Once at any moment, and once late enough for charges to have been acknowledged. Each run uses a different moment; the
    // message has the seed of a failure.
    const seed = process.env.WINNOW_KILL_SEED ?? randomUUID();
    const random = seeded(seed);
    let acknowledged = 0;
    for (const afterAtLeast of [1, 100]) {
      const one = await killAndCheck(fresh.settings(), random, { afterAtLeast }).catch((cause: Error) => {
        throw new Error(`WINNOW_KILL_SEED=${seed}, after at least ${afterAtLeast}: ${cause.message}`, { cause });
      });
      acknowledged += one.acknowledged;
    }
    expect(acknowledged, `WINNOW_KILL_SEED=${seed}`).toBeGreaterThan(0);
  });
});
