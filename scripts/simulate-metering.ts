import { parseArgs } from "node:util";
import { openStore, type StoreSettings } from "../src/store/open-store.ts";
import { type EventCounts, simulate } from "../test/simulation/metering/simulate.ts";
import { inFolder, onStores } from "./support/on-stores.ts";

/**
 * Long runs of the metering under random events. A failure prints its seed; `--seed N --seeds 1` with the same `--events`
 * reproduces it. `--store postgres` starts and uses its own PostgreSQL.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    events: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    store: { type: "string", default: "sqlite" },
  },
});
const seeds = Number(values.seeds);
const first = Number(values.seed);
const eventsEach = Math.ceil(Number(values.events) / seeds);
const totals: EventCounts = {};
const began = performance.now();

await onStores({ store: values.store, fsync: false }, async (_name, { url }) => {
  for (let seed = first; seed < first + seeds; seed++) {
    await inFolder((dataDir) => runSeed({ dataDir, url }, seed));
    if ((seed - first + 1) % 20 === 0) console.log(`${seed - first + 1} of ${seeds} seeds`);
  }
});

const events = Object.values(totals).reduce((sum, count) => sum + count, 0);
console.table(totals);
console.log(`${events} events over ${seeds} seeds in ${Math.round((performance.now() - began) / 1000)} s: all agree`);

async function runSeed(settings: StoreSettings, seed: number): Promise<void> {
  const store = await openStore(settings);
  try {
    const counts = await simulate({ store, seed, events: eventsEach });
    for (const [kind, count] of Object.entries(counts)) totals[kind] = (totals[kind] ?? 0) + count;
  } finally {
    await store.close();
  }
}
