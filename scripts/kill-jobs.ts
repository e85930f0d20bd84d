import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seeded } from "../src/contract/seeded.ts";
import { drillBatch } from "../test/drills/jobs/drill-batch.ts";
import { killCluster } from "./chaos/kill-cluster.ts";

/** A batch on processes that are killed with -9: one on SQLite; three of the API and two workers on PostgreSQL. */
const { values } = parseArgs({
  options: {
    items: { type: "string", default: "2000" },
    kills: { type: "string", default: "20" },
    store: { type: "string", default: "both" },
    seed: { type: "string", default: String(Date.now()) },
  },
});
const size = { items: Number(values.items), kills: Number(values.kills) };
const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-jobs-"));
try {
  if (values.store !== "postgres") await drill("SQLite", "", 1);
  if (values.store !== "sqlite") {
    const shown = await killCluster({ ...size, random: seeded(`PostgreSQL ${values.seed}`) }).catch(
      (error: unknown) => {
        console.error(`PostgreSQL, seed ${values.seed}`);
        throw error;
      },
    );
    console.log(shown);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function drill(name: string, databaseUrl: string, processes: number): Promise<void> {
  const started = performance.now();
  const random = seeded(`${name} ${values.seed}`);
  const figures = await drillBatch({ dataDir, url: databaseUrl }, random, { ...size, processes }).catch(
    (error: unknown) => {
      console.error(`${name}, seed ${values.seed}`);
      throw error;
    },
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${name}: ${figures.items} items on ${processes} ${processes === 1 ? "process" : "processes"}, killed ${figures.killed} times, ` +
      `${figures.attempts - figures.items} tries lost with a worker; records and charges there once each, nothing left open (${seconds} s)`,
  );
}
