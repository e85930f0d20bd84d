import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { describeOnBothStores } from "../../support/store/stores.ts";
import { drillBatch } from "./drill-batch.ts";

/** The long run is `node scripts/kill-jobs.ts`. */
describeOnBothStores("a batch whose process is killed with -9", (fresh) => {
  test("stores each item's records once, charges each once, skips what is invalid, keeps partial results, and sends each event and file", async () => {
    const seed = process.env.WINNOW_KILL_SEED ?? randomUUID();
    // One process is killed halfway through the batch; the submitting process takes over.
    const size = { items: 12, processes: 1, kills: 1, takesOver: true };
    const figures = await drillBatch(fresh.settings(), seeded(seed), size).catch((cause: Error) => {
      throw new Error(`WINNOW_KILL_SEED=${seed}: ${cause.message}`, { cause });
    });
    expect(figures).toMatchObject({ killed: 1, items: 12, skipped: 1, partial: 2 });
  }, 120_000);
});
