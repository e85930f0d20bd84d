import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { newCallState } from "../src/service/operation-call.ts";
import { openDrill } from "../test/drills/jobs/open-drill.ts";
import { startCluster } from "../test/support/store/postgres-cluster.ts";
import { options } from "./support/options.ts";

/**
 * Counts the statements that one process sends to PostgreSQL: for single jobs one after another, for the items of a batch,
 * and while nothing happens. With `--list`, prints each statement and how often it was sent per job.
 */
const values = options({ jobs: 100, items: 400, seconds: 20, list: false });

/** What callers read while they wait is theirs, not the job's. */
const polled = ['select * from "jobs" where "id" = $1', 'select "status" from "batches" where "id" = $1'];
const sent = new Map<string, number>();
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args;
  const text = typeof first === "string" ? first : (first as { text: string }).text;
  if (!polled.includes(text)) sent.set(text, (sent.get(text) ?? 0) + 1);
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const cluster = await startCluster({ fsync: false });
const { store, jobs, caller, entry, submitBatch, close } = await openDrill(
  { dataDir: "", url: cluster.url("postgres") },
  8,
);
try {
  jobs.start();
  await sleep(2_000);
  const idle = await counted("a second of an idle process", values.seconds, () => sleep(values.seconds * 1000));
  await counted("a job, one after another", values.jobs, () => runJobs(values.jobs), idle);
  await counted("an item of a batch", values.items, () => runBatch(values.items), idle);
} finally {
  await close();
  await cluster.stop();
}

/** Prints the statements sent per unit, without those of an idle process in the same time. Returns them per second. */
async function counted(what: string, units: number, work: () => Promise<unknown>, idle = 0): Promise<number> {
  sent.clear();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const all = [...sent.values()].reduce((sum, one) => sum + one, 0);
  console.log(`statements for ${what}: ${((all - idle * seconds) / units).toFixed(2)} (${seconds.toFixed(1)} s)`);
  if (values.list) {
    for (const [text, times] of [...sent].sort(([, a], [, b]) => b - a)) {
      console.log(`  ${(times / units).toFixed(2)}  ${text.replace(/\s+/g, " ").trim().slice(0, 200)}`);
    }
  }
  return all / seconds;
}

async function runJobs(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const request = { name: `thing-${at}`, count: 1, timeout: 60 };
    const submitted = await jobs.jobs.submit({ entry, caller, request, options: {}, state: newCallState(Date.now()) });
    if (!("job" in submitted)) throw new Error("the response was there before");
    for await (const _ of jobs.jobs.watch(
      { account: caller.account, key: caller.key },
      submitted.job.id,
      AbortSignal.timeout(10_000),
    ));
  }
}

async function runBatch(count: number): Promise<void> {
  const id = await submitBatch(Array.from({ length: count }, (_, at) => `item-${at}`));
  for (let status = ""; status !== "finished"; await sleep(50)) {
    const row = await store.db.selectFrom("batches").where("id", "=", id).select("status").executeTakeFirst();
    status = row?.status ?? "";
  }
}
