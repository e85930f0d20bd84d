import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seeded } from "../src/contract/seeded.ts";
import { killAndCheck } from "../test/simulation/metering/kill.ts";
import { startCluster } from "../test/support/store/postgres-cluster.ts";

/** `kill -9` at moments of chance under load, so many times on each store, which is one store throughout. */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "50" }, seed: { type: "string", default: String(Date.now()) } },
});
const rounds = Number(values.rounds);
const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
await using cluster = await startCluster({ fsync: true });
try {
  for (const [store, databaseUrl] of [
    ["SQLite", ""],
    ["PostgreSQL", cluster.url("postgres")],
  ] as const) {
    const random = seeded(`${store} ${values.seed}`);
    let acknowledged = 0;
    for (let round = 1; round <= rounds; round++) {
      try {
        acknowledged += (await killAndCheck({ dataDir, url: databaseUrl }, random)).acknowledged;
      } catch (error) {
        console.error(`${store}, seed ${values.seed}, round ${round}`);
        throw error;
      }
    }
    console.log(`${store}: killed ${rounds} times, ${acknowledged} acknowledged charges, all there once, no hold left`);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
