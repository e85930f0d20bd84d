import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { StoreSettings } from "../src/store/open-store.ts";
import { dueSchedules } from "../test/drills/jobs/due-schedules.ts";
import { startCluster } from "../test/support/store/postgres-cluster.ts";

/** A thousand schedules that are due in the same moment: how late each starts, on both stores. */
const { values } = parseArgs({
  options: { schedules: { type: "string", default: "1000" }, store: { type: "string", default: "both" } },
});
const dataDir = await mkdtemp(join(tmpdir(), "winnow-due-"));
try {
  if (values.store !== "postgres") await show("SQLite", { dataDir, url: "" });
  if (values.store !== "sqlite") {
    await using cluster = await startCluster({ fsync: true });
    await show("PostgreSQL", { dataDir, url: cluster.url("postgres") });
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function show(name: string, settings: StoreSettings): Promise<void> {
  const { schedules, runs, delays } = await dueSchedules(settings, Number(values.schedules));
  const at = (share: number) =>
    `${(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]! / 1000).toFixed(1)} s`;
  console.log(
    `${name}: ${schedules} schedules due at once, ${runs} runs; they started ${at(0.5)} late (median), ${at(0.99)} (p99), ${at(1)} (the last)`,
  );
}
