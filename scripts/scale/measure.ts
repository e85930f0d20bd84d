import { parseArgs } from "node:util";
import pg from "pg";
import { Load, latency } from "../chaos/load.ts";
import { openWorld, type World } from "../chaos/world.ts";
import { processorMs } from "../support/process-figures.ts";

/**
 * Measures the cost of a request by component, with one, two and three processes behind HAProxy on one PostgreSQL: CPU
 * time, commits and WAL. Everything shares this machine's CPUs, so requests per second are those of the machine.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "8" }, processes: { type: "string", default: "1,2,3" } },
});
const seconds = Number(values.seconds);
async function databaseWork(client: pg.Client): Promise<{ commits: number; journal: number; rows: number }> {
  const { rows } = await client.query(`select xact_commit as commits, tup_inserted + tup_updated as rows,
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as journal from pg_stat_database where datname = current_database()`);
  const { commits, journal, rows: written } = rows[0];
  return { commits: Number(commits), journal: Number(journal), rows: Number(written) };
}

const IDLE_SECONDS = 4;

/** CPU milliseconds per second by component while idle. */
async function idleMs(parts: Record<string, number[]>): Promise<Record<string, number>> {
  const used = () => Object.entries(parts).map(([name, pids]) => [name, processorMs(pids)] as const);
  const before = Object.fromEntries(used());
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
  return Object.fromEntries(used().map(([name, ms]) => [name, (ms - before[name]!) / IDLE_SECONDS]));
}

async function measure(world: World, processes: number): Promise<void> {
  await world.startAll(processes);
  const warm = new Load(world, 16);
  const warmUntil = performance.now() + 2_000;
  await warm.closedLoop(16, () => performance.now() > warmUntil);
  await warm.close();
  const client = new pg.Client(world.databaseUrl);
  await client.connect();
  const parts = await world.parts();
  // Idle work is not part of a request's cost; on a slow machine it would be most of it.
  const idle = await idleMs(parts);
  const work = await databaseWork(client);
  const before = Object.fromEntries(Object.entries(parts).map(([name, pids]) => [name, processorMs(pids)]));
  const load = new Load(world, 32);
  const startedAt = performance.now();
  await load.closedLoop(32, () => performance.now() - startedAt > seconds * 1000);
  const lasted = (performance.now() - startedAt) / 1000;
  const cost = (name: keyof typeof parts) =>
    (processorMs(parts[name]) - before[name]! - idle[name]! * lasted) / load.answers.length;
  const [service, postgres, haproxy] = [cost("service"), cost("PostgreSQL"), cost("HAProxy")];
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const after = await databaseWork(client);
  await client.end();
  await load.close();
  const each = (name: "commits" | "journal" | "rows") => (after[name] - work[name]) / load.answers.length;
  const p99 = latency(load.answers, 0.99);
  console.log(
    `| ${processes} | ${(load.count(200) / lasted).toFixed(0)} | ${p99.toFixed(0)} | ${service.toFixed(2)} | ${postgres.toFixed(2)} | ${haproxy.toFixed(2)} | ${each("commits").toFixed(2)} | ${each("rows").toFixed(1)} | ${(each("journal") / 1024).toFixed(1)} | ${(idle.service! + idle.PostgreSQL!).toFixed(0)} |`,
  );
}

console.log(
  "| processes | requests a second | p99 ms | service, ms of a processor | PostgreSQL, ms | HAProxy, ms | commits | rows written | journal, kB | idle, ms a second |\n|---|---|---|---|---|---|---|---|---|---|",
);
for (const processes of values.processes.split(",").map(Number)) {
  const world = await openWorld();
  try {
    await measure(world, processes);
  } finally {
    await world.close();
  }
}
process.exit(0);
