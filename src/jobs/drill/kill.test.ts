import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { seeded } from "../../contract/seeded.ts";
import { describeOnBothStores } from "../../store/testing/stores.ts";
import { drillBatch } from "./drill-batch.ts";

/** The long run is `node scripts/kill-jobs.ts`. */
describeOnBothStores("a batch whose processes are killed with -9", (fresh) => {
  test("gives each item's records once, charges each once, and leaves nothing open", async () => {
    const seed = process.env.WINNOW_KILL_SEED ?? randomUUID();
    // The one on SQLite has to come back; of the two on PostgreSQL the other takes over.
    const processes = fresh.dialect === "sqlite" ? 1 : 2;
    const size = { items: 16, processes, kills: 1, respawn: processes === 1 };
    const figures = await drillBatch(fresh.settings(), seeded(seed), size).catch((cause: Error) => {
      throw new Error(`WINNOW_KILL_SEED=${seed}: ${cause.message}`, { cause });
    });
    expect(figures).toMatchObject({ killed: size.kills, items: 16 });
  }, 120_000);
});
