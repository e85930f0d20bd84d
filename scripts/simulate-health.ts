import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStore } from "../src/store/open-store.ts";
import { simulateMonth } from "../test/simulation/health/simulate-month.ts";
import { inFolder } from "./support/on-stores.ts";

/** Months of normal calls: no false alarm, and a missing field is named within 50 calls. */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    days: { type: "string", default: "30" },
    calls: { type: "string", default: "300" },
  },
});
const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.seeds); seed++)
  await inFolder((dataDir) => showMonth(dataDir, seed));

async function showMonth(dataDir: string, seed: number): Promise<void> {
  const store = await openStore({ dataDir, url: "" });
  try {
    const unreadableDir = join(dataDir, "unreadable");
    const month = { store, seed, days: Number(values.days), callsPerDay: Number(values.calls), unreadableDir };
    const { calls, falseAlarms, callsUntilNamed, named } = await simulateMonth(month);
    console.log(
      `seed ${seed}: ${calls} calls, ${falseAlarms.length} false alarms; "${named}" named after ${callsUntilNamed} calls`,
    );
    for (const { kind, field, reason } of falseAlarms) console.log(`  ${kind} ${field}: ${reason}`);
    if (falseAlarms.length > 0 || callsUntilNamed === null || callsUntilNamed > 50) process.exitCode = 1;
  } finally {
    await store.close();
  }
}
