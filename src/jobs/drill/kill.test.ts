import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { seeded } from "../../contract/seeded.ts";
import { describeOnBothStores } from "../../store/testing/stores.ts";
import { drillBatch } from "./drill-batch.ts";

/** The long run is `node scripts/kill-jobs.ts`. */
describeOnBothStores("a batch whose processes are killed with -9", (fresh) => {
  test("gives each item's records once, charges each once, and leaves nothing open", async () => {
    const seed = process.env.WINNOW_KILL_SEED ?? randomUUID();
    const processes = fresh.dialect === "sqlite" ? 1 : 2;
    const size = { items: 24, processes, kills: 3 - processes };
    const figures = await drillBatch(fresh.settings(), seeded(seed), size).catch((cause: Error) => {
      throw new Error(`WINNOW_KILL_SEED=${seed}: ${cause.message}`, { cause });
    });
    expect(figures).toMatchObject({ killed: size.kills, items: 24 });
  }, 120_000);
});
