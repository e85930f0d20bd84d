import { parseArgs } from "node:util";
import { type Seeded, seeded } from "../src/contract/seeded.ts";
import { drillBatch } from "../test/drills/jobs/drill-batch.ts";
import { killCluster } from "./chaos/kill-cluster.ts";
import { inFolder } from "./support/on-stores.ts";

/** `kill -9` during a batch: on SQLite with one process, on PostgreSQL with three API processes and two workers. */
const { values } = parseArgs({
  options: {
    items: { type: "string", default: "2000" },
    kills: { type: "string", default: "20" },
    store: { type: "string", default: "both" },
    seed: { type: "string", default: String(Date.now()) },
  },
});
const size = { items: Number(values.items), kills: Number(values.kills) };
if (values.store !== "postgres") await namingTheSeed("SQLite", killOneProcess);
if (values.store !== "sqlite")
  await namingTheSeed("PostgreSQL", async (random) => console.log(await killCluster({ ...size, random })));

/** On failure, prints the seed that reproduces it. */
async function namingTheSeed(name: string, drill: (random: Seeded) => Promise<void>): Promise<void> {
  try {
    await drill(seeded(`${name} ${values.seed}`));
  } catch (error) {
    console.error(`${name}, seed ${values.seed}`);
    throw error;
  }
}

async function killOneProcess(random: Seeded): Promise<void> {
  const started = performance.now();
  const figures = await inFolder((dataDir) => drillBatch({ dataDir, url: "" }, random, { ...size, processes: 1 }));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `SQLite: ${figures.items} items on one process, killed ${figures.killed} times, ${figures.attempts - figures.items} tries lost with a worker; ` +
      `each record and charge stored once, nothing left open (${seconds} s)`,
  );
}
