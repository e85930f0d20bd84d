import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { newCallState } from "../src/service/operation-call.ts";
import { type OpenDrill, openDrill } from "../test/drills/jobs/open-drill.ts";
import { startCluster } from "../test/support/store/postgres-cluster.ts";
import { options } from "./support/options.ts";
import { percentile } from "./support/percentile.ts";

/**
 * How soon the single job of one account starts, quiet and beside the batches of others: one account with 10,000 items and
 * three with 2,000 each. Every item takes a second at its site.
 */
const values = options({
  processes: "1,5",
  items: 10_000,
  // As in a service without settings.
  concurrency: 16,
  samples: 30,
});
const HOSTILE = 3;
const HOSTILE_ITEMS = 2_000;
const program = fileURLToPath(new URL("../test/drills/jobs/working-process.ts", import.meta.url));
/** Records of an item that takes a second. */
const SECOND = 50;

for (const processes of values.processes.split(",").map(Number)) {
  const cluster = await startCluster({ fsync: false });
  const settings = { dataDir: "", url: cluster.url("postgres") };
  const children: ChildProcess[] = [];
  const accounts: OpenDrill[] = [];
  try {
    for (let at = 0; at < HOSTILE + 2; at += 1) {
      accounts.push(await openDrill(settings, at === 0 ? values.concurrency : 0));
    }
    accounts[0]!.jobs.start();
    for (let at = 1; at < processes; at += 1) {
      const args = [program, JSON.stringify(settings), String(values.concurrency)];
      children.push(spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }));
    }
    const [single, big, ...hostile] = accounts;
    await starts(single!, 5);
    const quiet = await starts(single!, values.samples);
    await submit(big!, values.items);
    for (const one of hostile) await submit(one, HOSTILE_ITEMS);
    await sleep(5_000);
    const beside = await starts(single!, values.samples);
    const load = loadavg()[0]!.toFixed(1);
    console.log(`${processes} processes: quiet ${said(quiet)}; beside the others ${said(beside)}; load ${load}`);
  } finally {
    for (const child of children) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    for (const one of accounts) await one.close();
    await cluster.stop();
  }
}

/** Milliseconds from submission to start, one job after another. */
async function starts({ jobs, store, caller, entry }: OpenDrill, samples: number): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < samples; at += 1) {
    const askedAt = Date.now();
    const request = { name: "single", count: 1, timeout: 60 };
    const submitted = await jobs.jobs.submit({ entry, caller, request, options: {}, state: newCallState(askedAt) });
    if (!("job" in submitted)) throw new Error("the response was there before");
    for (let startedAt: number | null = null; startedAt === null; await sleep(20)) {
      const { id } = submitted.job;
      const row = await store.db.selectFrom("jobs").where("id", "=", id).select("started_at").executeTakeFirst();
      startedAt = row?.started_at ?? null;
      if (startedAt !== null) took.push(startedAt - askedAt);
    }
    await sleep(100 + Math.random() * 300);
  }
  return took;
}

function submit({ submitBatch }: OpenDrill, count: number): Promise<string> {
  const names = Array.from({ length: count }, (_, at) => `slow-${at}`);
  return submitBatch(names, SECOND);
}

function said(ms: number[]): string {
  return `p50 ${percentile(ms, 0.5)} ms, p90 ${percentile(ms, 0.9)} ms`;
}
