import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import { HandedOver } from "../../service/operation-call.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { createFeeder, type Feeder } from "../engine/feeder.ts";
import { createMemoryEngine } from "../engine/open-engine.ts";
import type { WorkEngine } from "../engine/work-engine.ts";
import { createJobSignals } from "../job-signals.ts";
import { createJobStore, type JobStore } from "../job-store.ts";
import { createJobFeed, jobLane } from "./job-feed.ts";
import type { Attempt } from "./run-job.ts";
import { createRunner, type RunnerDeps } from "./runner.ts";

let folder: string;
let store: Store;
/** Counts waits: whoever waits again has finished what was due. */
class CountingClock extends SimulatedClock {
  waits = 0;
  readonly waitedFor = new Set<number>();
  override after(ms: number, then: () => void): () => void {
    this.waits += 1;
    this.waitedFor.add(ms);
    return super.after(ms, then);
  }
}
let clock: CountingClock;
let jobs: JobStore;
let engine: WorkEngine;
let feeder: Feeder;
/** The queue of new work goes to this runner. */
let awake: (queue: string) => void;
/** Events in order. */
let seen: string[];
/** Runs in flight, by job: how to end them, their signal, and how to report progress. */
let runs: Map<string, { end(how: Attempt | Error): void; signal: AbortSignal; tell: (records: number) => void }>;
let errors: unknown[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-runner-"));
  store = await openStore({ dataDir: folder, url: "" });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await store.db.deleteFrom("jobs").execute();
  clock = new CountingClock();
  jobs = createJobStore(store, clock);
  engine = createMemoryEngine();
  awake = () => {};
  const rows = createJobFeed(store, clock);
  const wake = (queue: string) => awake(queue);
  feeder = createFeeder({ engine, rows, clock, hasWorkers: true, wake, onError: (error) => errors.push(error) });
  [seen, runs, errors] = [[], new Map(), []];
});

/** Adds jobs of these accounts, by default each on its account's own source. */
async function addOf(all: Array<{ id: string; account_id: string; source?: string }>): Promise<void> {
  await jobs.insert(
    all.map((one, at) => ({
      key_id: `key of ${one.account_id}`,
      source: `of ${one.account_id}`,
      endpoint: "/api/toys/all",
      params: "{}",
      timeout: 60,
      held: 0,
      run_after: clock.now() - 1_000 + at,
      ...one,
    })),
    0,
  );
  await feeder.round();
}
const add = (...ids: string[]) => addOf(ids.map((id) => ({ id, account_id: id })));
const numbered = (account_id: string, jobsOfIt: number, source?: string) =>
  Array.from({ length: jobsOfIt }, (_, at) => ({ id: `${account_id}${at}`, account_id, ...(source && { source }) }));
const find = async (id: string) => (await jobs.find(id))!;

/** A runner of jobs that end when the test says so. */
function runner(over: Partial<RunnerDeps> = {}) {
  const one = createRunner({
    engine,
    jobs,
    signals: createJobSignals(clock),
    clock,
    concurrency: 2,
    graceMs: 0,
    runJob: (job, signal, onProgress) =>
      new Promise<Attempt>((resolve, reject) => {
        seen.push(`run ${job.id}`);
        const end = (how: Attempt | Error) => (how instanceof Error ? reject(how) : resolve(how));
        runs.set(job.id, { end, signal, tell: (records) => onProgress({ pages: 1, records }) });
        signal.addEventListener("abort", () => {
          seen.push(`stop ${job.id}`);
          expect(signal.reason).toBeInstanceOf(HandedOver);
          end({ kind: "handed-over" });
        });
      }),
    putBack: async (job, { kind }) => void seen.push(`${kind} ${job.id}`),
    ended: async (job) => void seen.push(`ended ${job.id}`),
    workersLost: async (job) => void seen.push(`lost ${job.id}`),
    left: (job) => feeder.feed(jobLane(job)),
    onError: (error) => void errors.push(error),
    ...over,
  });
  awake = one.wake;
  return {
    ...one,
    async start(): Promise<void> {
      one.start();
      one.wake(...(await engine.queued()));
    },
  };
}
const until = (holds: () => unknown) => vi.waitUntil(holds, { timeout: 20_000, interval: 2 });
const saw = (what: string) => until(() => seen.includes(what));

test("the runner fills its capacity, and starts the next job whenever one ends, for whatever reason", async () => {
  await add("a", "b", "c", "d", "e", "f");
  const one = runner();
  await one.start();
  await saw("run b");
  expect(seen).toEqual(["run a", "run b"]);
  runs.get("a")!.end({ kind: "ended" });
  await saw("run c");
  runs.get("b")!.end({ kind: "wait", until: 5 });
  await saw("run d");
  runs.get("c")!.end({ kind: "refused", error: new WinnowError("not_enough_points") });
  await saw("run e");
  runs.get("d")!.end(new Error("the store is away"));
  await saw("run f");
  expect(seen.filter((what) => !what.startsWith("run"))).toEqual(["ended a", "wait b", "refused c"]);
  expect(errors).toEqual([new Error("the store is away")]);
  await one.close();
});

test("an account with many slow jobs leaves slots for others: limits.jobSlotsOfAnAccount", async () => {
  await addOf([...numbered("hostile", 10), ...numbered("other", 2)]);
  const one = runner({ concurrency: 8 });
  await one.start();
  await until(() => runs.size === 6);
  expect(seen.filter((what) => what.startsWith("run hostile"))).toHaveLength(8 * limits.jobSlotsOfAnAccount.max);
  runs.get("other0")!.end({ kind: "ended" });
  await addOf([{ id: "next", account_id: "other" }]);
  await saw("run next");
  expect(runs.size).toBe(7);
  await one.close();
});

test("a slow source leaves slots for other sources: limits.jobSlotsOfASource", async () => {
  await addOf(["a", "b", "c", "d"].flatMap((account) => numbered(account, 3, "slow")));
  await addOf([{ id: "well", account_id: "a", source: "healthy" }]);
  const one = runner({ concurrency: 8 });
  await one.start();
  await until(() => runs.size === 5);
  expect(runs.has("well")).toBe(true);
  expect(runs.size - 1).toBe(8 * limits.jobSlotsOfASource.max);
  await one.close();
});

test("jobs that wait for their sites leave their slots to others, however many accounts they are of", async () => {
  const accounts = Array.from({ length: 8 }, (_, at) => `hostile${at}`);
  await addOf(accounts.flatMap((account) => numbered(account, 3)));
  const one = runner({ concurrency: 8 });
  await one.start();
  await until(() => runs.size === 8);
  await addOf(numbered("other", 2));
  clock.advance(1_000);
  await until(() => clock.waitedFor.has(1_000));
  expect(runs.has("other0")).toBe(false);
  for (let second = 0; second < 2; second += 1) {
    const { waits } = clock;
    clock.advance(1_000);
    await until(() => clock.waits > waits);
  }
  await saw("run other0");
  await saw("run other1");
  expect(seen.filter((what) => what.startsWith("run hostile"))).toHaveLength(8);
  await one.close();
});

test("the last free slot is reserved for an account that has none", async () => {
  await addOf([...numbered("x", 9, "slow"), ...numbered("y", 9, "slower")]);
  const one = runner({ concurrency: 8 });
  await one.start();
  await until(() => runs.size === 7);
  await addOf([{ id: "late", account_id: "late" }]);
  await saw("run late");
  expect(runs.size).toBe(8);
  await one.close();
});

test("a runner without capacity leaves jobs to others", async () => {
  await add("a");
  const one = runner({ concurrency: 0 });
  await one.start();
  clock.advance(60_000);
  await one.close();
  expect([seen, (await find("a")).status]).toEqual([[], "queued"]);
});

test("a dropped job is stopped and stays with its new owner", async () => {
  await add("a", "b");
  const one = runner();
  await one.start();
  await saw("run b");
  one.drop("none");
  one.drop("a");
  await saw("stop a");
  expect(seen).toEqual(["run a", "run b", "stop a"]);
  expect(await find("a")).toMatchObject({ status: "running", attempt: 1 });
  await one.close();
  expect(await find("b")).toMatchObject({ status: "queued", attempt: 0 });
});

test("a process that stops gives running jobs a grace period, then hands over the rest", async () => {
  for (const graceMs of [1, 5_000]) {
    [seen, runs] = [[], new Map()];
    const id = `job-${graceMs}`;
    await add(id);
    const one = runner({ graceMs });
    await one.start();
    await saw(`run ${id}`);
    const closed = one.close();
    await until(() => clock.waitedFor.has(graceMs) || seen.length > 1);
    expect(seen).toEqual([`run ${id}`]);
    clock.advance(graceMs);
    await closed;
    expect(seen).toEqual([`run ${id}`, `stop ${id}`]);
    expect(await find(id)).toMatchObject({ status: "queued", attempt: 0, run_after: clock.now() });
    await store.db.deleteFrom("jobs").execute();
  }
  await add("quick");
  const one = runner({ graceMs: 5_000 });
  await one.start();
  await saw("run quick");
  const closed = one.close();
  runs.get("quick")!.end({ kind: "ended" });
  await closed;
  expect(seen.slice(-2)).toEqual(["run quick", "ended quick"]);
  // With nothing in flight it does not wait.
  const idle = runner({ graceMs: 5_000 });
  await idle.close();
  await idle.start();
  await idle.close();
});

/** Advances the clock second by second and lets the runner do what is due. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 1) {
    await until(() => clock.waits > 0);
    clock.waits = 0;
    clock.advance(1_000);
  }
  await until(() => clock.waits > 0);
}

test("progress is written every second, and a run whose job was begun by another worker stops", async () => {
  await add("a");
  const written: Array<[number, number]> = [];
  const from = clock.now();
  const progress: JobStore["progress"] = async (job, { pages, records }) => {
    written.push([clock.now() - from, records]);
    return jobs.progress(job, { pages, records });
  };
  const one = runner({ jobs: { ...jobs, progress } });
  await one.start();
  await saw("run a");
  await pass(2);
  expect(written).toEqual([]);
  runs.get("a")!.tell(7);
  await pass(2);
  expect(written).toEqual([[3_000, 7]]);
  expect(await find("a")).toMatchObject({ records: 7, pages: 1 });

  await jobs.begin("a");
  runs.get("a")!.tell(8);
  await pass(1);
  await saw("stop a");
  await one.close();
  expect(await find("a")).toMatchObject({ status: "running", attempt: 2, records: 0 });
});

test("a run stops when the engine no longer has it, as when it was cancelled elsewhere", async () => {
  await add("a");
  const one = runner();
  await one.start();
  await saw("run a");
  await pass(3);
  expect(seen).toEqual(["run a"]);
  await engine.remove("source.of a", "a");
  await pass(1);
  await saw("stop a");
  await one.close();
});

test("an unavailable engine is reported; a run continues until its worker would be presumed dead", async () => {
  await add("a");
  const away = new Error("the store is away");
  const one = runner({ engine: { ...engine, touch: () => Promise.reject(away) } });
  await one.start();
  await saw("run a");
  await pass(9);
  expect(seen).toEqual(["run a"]);
  expect(errors).toEqual([away, away]);
  await pass(4);
  await saw("stop a");
  await one.close();
});

test("a job that has killed three workers is not run again", async () => {
  await add("a");
  await store.db.updateTable("jobs").set({ attempt: 3 }).execute();
  const one = runner();
  await one.start();
  await saw("lost a");
  expect(seen).toEqual(["lost a"]);
  await one.close();
});
