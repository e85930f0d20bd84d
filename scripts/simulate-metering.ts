import { openStore } from "../src/store/open-store.ts";
import { fuzzLedgers } from "../test/simulation/metering/fuzz-ledgers.ts";
import { type EventCounts, simulate } from "../test/simulation/metering/simulate.ts";
import { inFolder, onPostgres, onStores } from "./support/on-stores.ts";
import { options } from "./support/options.ts";

/**
 * Long runs of the metering under random events. A failure prints its seed; `--seed N --seeds 1` with the same `--events`
 * reproduces it. `--store postgres` starts and uses its own PostgreSQL; `--store both` compares the two ledgers and the model.
 */
const { seeds, seed: first, ...values } = options({ seeds: 200, events: 1_000_000, seed: 1, store: "sqlite" });
const eventsEach = Math.ceil(values.events / seeds);
const totals: EventCounts = {};
const began = performance.now();

if (values.store === "both") await onPostgres(false, ({ url }) => runSeeds("", url));
else await onStores({ store: values.store, fsync: false }, (_name, { url }) => runSeeds(url));

const events = Object.values(totals).reduce((sum, count) => sum + count, 0);
console.table(totals);
console.log(`${events} events over ${seeds} seeds in ${Math.round((performance.now() - began) / 1000)} s: all agree`);

async function runSeeds(...urls: string[]): Promise<void> {
  for (let seed = first; seed < first + seeds; seed++) {
    await inFolder(async (dataDir) => {
      const [store, other] = await Promise.all(urls.map((url) => openStore({ dataDir, url })));
      const counts = other
        ? await fuzzLedgers({ stores: [store!, other], seed, batches: 80 })
        : await simulate({ store: store!, seed, events: eventsEach });
      for (const [kind, count] of Object.entries(counts)) totals[kind] = (totals[kind] ?? 0) + count;
      await Promise.all([store!.close(), other?.close()]);
    });
    if ((seed - first + 1) % 20 === 0) console.log(`${seed - first + 1} of ${seeds} seeds`);
  }
}
