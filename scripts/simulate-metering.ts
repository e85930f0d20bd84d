import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "../src/store/open-store.ts";
import { type EventCounts, simulate } from "../test/simulation/metering/simulate.ts";
import { startCluster } from "../test/support/store/postgres-cluster.ts";

/**
 * The metering under random events, at length. A failure prints its seed; `--seed N --seeds 1` with the same
 * `--events` runs it again. `--store postgres` starts a PostgreSQL of its own and runs on that.
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
await using cluster = values.store === "postgres" ? await startCluster({ fsync: false }) : null;
const totals: EventCounts = {};
const began = performance.now();

for (let seed = first; seed < first + seeds; seed++) {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-simulation-"));
  const store = await openStore({ dataDir, url: cluster?.url("postgres") ?? "" });
  try {
    const counts = await simulate({ store, seed, events: eventsEach });
    for (const [kind, count] of Object.entries(counts)) totals[kind] = (totals[kind] ?? 0) + count;
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  if ((seed - first + 1) % 20 === 0) console.log(`${seed - first + 1} of ${seeds} seeds`);
}

const events = Object.values(totals).reduce((sum, count) => sum + count, 0);
console.table(totals);
console.log(`${events} events over ${seeds} seeds in ${Math.round((performance.now() - began) / 1000)} s: all agree`);
