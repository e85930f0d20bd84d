import { expect, test } from "vitest";
import { openStore } from "../../../src/store/open-store.ts";
import { MIGRATED } from "../../support/store/postgres-on-demand.ts";
import { storeFolder } from "../../support/store/store-folder.ts";
import { freshDatabase } from "../../support/store/stores.ts";
import { fuzzLedgers } from "./fuzz-ledgers.ts";

/** `FUZZ_SEED=n` repeats one seed; the long run is `node scripts/simulate-metering.ts --store both`. */
const given = process.env.FUZZ_SEED;
const first = Number(given ?? Math.floor(Math.random() * 1e9));
const seeds = given ? 1 : 12;
const BATCHES = 25;

test("both ledgers and the model give the same answers to the same commands, and both leave the same rows", async () => {
  const sqlite = await openStore({ dataDir: await storeFolder("fuzz"), url: "" });
  const postgres = await openStore({ dataDir: "", url: await freshDatabase(MIGRATED) });
  try {
    for (let seed = first; seed < first + seeds; seed++) {
      const { commands } = await fuzzLedgers({ stores: [sqlite, postgres], seed, batches: BATCHES }).catch(
        (cause: Error) => {
          throw new Error(`FUZZ_SEED=${seed}: ${cause.message}`, { cause });
        },
      );
      expect(commands).toBeGreaterThan(BATCHES);
    }
  } finally {
    await sqlite.close();
    await postgres.close();
  }
});
