import { type Seeded, seeded } from "../src/source-kit/stand-in/seeded.ts";
import { type DrillFigures, type DrillSize, drillBatch } from "../test/drills/jobs/drill-batch.ts";
import { startPgbouncer } from "../test/support/store/pgbouncer.ts";
import { startCluster, startStandby } from "../test/support/store/postgres-cluster.ts";
import { openTcpGate } from "../test/support/tcp-gate.ts";
import { killCluster } from "./chaos/kill-cluster.ts";
import { inFolder, withCluster } from "./support/on-stores.ts";
import { chosen, options } from "./support/options.ts";

/**
 * `kill -9` during a batch with skipped lines, partial results, webhooks, a file and watches: on SQLite with one process;
 * on PostgreSQL with five, of which some also stand still, while the database is restarted; the same behind pgbouncer; while
 * a standby takes over from a lost database; and with three API processes behind HAProxy and two workers.
 */
const { only, seed, ...size } = options({
  items: 2_000,
  kills: 20,
  only: "",
  seed: String(Date.now()),
});
const drills: Record<string, (random: Seeded) => Promise<string>> = {
  sqlite: (random) => inFolder((dataDir) => drilled({ dataDir, url: "" }, random, { processes: 1 })),
  postgres: onPostgres,
  pgbouncer: behindPgbouncer,
  failover: onFailover,
  cluster: (random) => killCluster({ ...size, random }),
};

for (const name of chosen(only, ",", Object.keys(drills))) {
  try {
    console.log(`${name}: ${await drills[name]!(seeded(`${name} ${seed}`))}`);
  } catch (error) {
    // With the seed that reproduces it.
    console.error(`${name}, seed ${seed}`);
    throw error;
  }
}

function onPostgres(random: Seeded): Promise<string> {
  return withCluster(true, ({ url, restart }) => {
    const disturbed = { processes: 5, stops: 3, restarts: 3, restart };
    return drilled({ dataDir: "", url: url("postgres") }, random, disturbed);
  });
}

/** The server is lost with its disk, and a synchronous standby takes over behind the same address. */
async function onFailover(random: Seeded): Promise<string> {
  const first = await startCluster({ fsync: true });
  const standby = await startStandby(first);
  const gate = await openTcpGate(first.url("postgres"));
  const restart = async () => {
    await first.stop();
    await standby.promote();
    gate.moveTo(standby.url("postgres"));
  };
  try {
    return await drilled({ dataDir: "", url: gate.url }, random, { processes: 5, restarts: 1, restart });
  } finally {
    await gate[Symbol.asyncDispose]();
    await standby.stop();
  }
}

function behindPgbouncer(random: Seeded): Promise<string> {
  return withCluster(true, async ({ url, restart }) => {
    const bouncer = await startPgbouncer(url("postgres"), 10);
    const disturbed = { processes: 5, stops: 1, restarts: 1, restart };
    const settings = { dataDir: "", url: bouncer.url, pooler: "transaction" } as const;
    return drilled(settings, random, disturbed).finally(() => bouncer[Symbol.asyncDispose]());
  });
}

async function drilled(
  settings: Parameters<typeof drillBatch>[0],
  random: Seeded,
  disturbed: Omit<DrillSize, "items" | "kills">,
): Promise<string> {
  const startedAt = performance.now();
  const figures: DrillFigures = await drillBatch(settings, random, { ...size, watches: 20, ...disturbed });
  const { items, killed, skipped, partial, repeated, attempts } = figures;
  const { processes, stops = 0, restarts = 0 } = disturbed;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  return (
    `${items} items (${partial} partial, ${skipped} lines skipped) on ${processes} processes, killed ${killed} times, stopped ${stops} times for 12 s, ` +
    `the database restarted ${restarts} times; ${attempts - items} tries lost with a worker, ${repeated} events sent again with the same id; ` +
    `each record, charge, event, file and watch once, nothing left open (${seconds} s)`
  );
}
