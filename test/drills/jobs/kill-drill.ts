import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import type { Store } from "../../../src/store/open-store.ts";

export interface KillDrill {
  store: Store;
  batchId: string;
  items: number;
  /** Number of concurrent processes. */
  processes: number;
  /** How often one of them is killed with -9. */
  kills: number;
  /** How often one of them stands still for longer than its heartbeat may. */
  stops?: number;
  /** Restarts of the database. */
  restarts?: number;
  restart?(): Promise<void>;
  /** Starts a process that takes over from all killed ones. Without it, each is replaced. */
  takeOver?: () => void;
  random: Seeded;
  spawn(index: number): ChildProcess;
  /** Waits a moment before the next check. */
  pause(): Promise<void>;
  /** Whether what follows from the batch is done too; then the processes end. */
  isDone?(): Promise<boolean>;
}

export interface KillFigures {
  killed: number;
  /** Attempts of all items together; more than items if a worker died with one. */
  attempts: number;
  items: number;
}

/** Longer than a heartbeat may be missing. */
const STOPPED_MS = 12_000;

/**
 * Runs a batch on processes that are killed with -9, each after some more progress. Then checks that every item's records
 * exist once, every item is charged once, and nothing is left open.
 */
export async function killDrill(drill: KillDrill): Promise<KillFigures> {
  const { store, batchId, items, kills, stops = 0, restarts = 0, random } = drill;
  const children = Array.from({ length: drill.processes }, (_, index) => drill.spawn(index));
  const kinds = { kill: kills, stop: stops, restart: restarts };
  const events = Object.entries(kinds).flatMap(([kind, times]) => Array.from({ length: times }, () => kind));
  const order = events.map((kind) => ({ kind, at: random.int(0, 1e9) })).sort((a, b) => a.at - b.at);
  const done = async () => {
    const { ended } = await store.db
      .selectFrom("jobs")
      .where("batch_id", "=", batchId)
      .where("ended_at", "is not", null)
      .select((select) => select.fn.countAll<number>().as("ended"))
      .executeTakeFirstOrThrow();
    return Number(ended);
  };
  const continued: Array<Promise<void>> = [];
  let killed = 0;
  let happened = 0;

  async function disturb(kind: string): Promise<void> {
    const index = random.int(0, children.length - 1);
    const child = children[index]!;
    if (kind === "restart") await drill.restart?.();
    else if (kind === "stop") {
      child.kill("SIGSTOP");
      continued.push(sleep(STOPPED_MS).then(() => void child.kill("SIGCONT")));
    } else {
      await kill(child);
      killed += 1;
      if (!drill.takeOver) children[index] = drill.spawn(index);
      else if (killed === kills) drill.takeOver();
    }
  }

  try {
    for (let ended = 0; ended < items; ended = await whileAway(done)) {
      const next = order[happened];
      if (next && ended >= (items * (happened + 1)) / (order.length + 2)) {
        happened += 1;
        await disturb(next.kind);
      }
      // A process that could not start without its database is started again, as a supervisor does.
      for (const [index, child] of children.entries()) {
        if (!drill.takeOver && child.exitCode !== null) children[index] = drill.spawn(index);
      }
      await drill.pause();
    }
    const isFinished = async () => (await batchStatus(store, batchId)) === "finished";
    while (!(await whileAway(isFinished))) await drill.pause();
    while (drill.isDone && !(await whileAway(drill.isDone))) await drill.pause();
    await Promise.all(continued);
  } finally {
    for (const child of children) await kill(child);
  }
  return { killed, items, attempts: await checkBatch(store, batchId, items) };
}

/** Reads again while the database is restarted. */
async function whileAway<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(200);
    }
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

const batchStatus = async ({ db }: Store, id: string) =>
  (await db.selectFrom("batches").where("id", "=", id).select("status").executeTakeFirst())?.status;

/**
 * Checks that every item's records exist once, every item is charged once, and nothing is open. Returns the number of
 * attempts.
 */
export async function checkBatch({ db }: Store, batchId: string, items: number): Promise<number> {
  const jobs = await db.selectFrom("jobs").where("batch_id", "=", batchId).selectAll().execute();
  const fail = (what: string): never => {
    throw new Error(`batch ${batchId}: ${what}`);
  };
  if (jobs.length !== items) fail(`${jobs.length} items instead of ${items}`);
  for (const { id, account_id, status, charged, records } of jobs) {
    if (status !== "succeeded") fail(`job ${id} is ${status}`);
    const requests = await db
      .selectFrom("requests")
      .where("request_id", "=", id)
      .where("account_id", "=", account_id)
      .selectAll()
      .execute();
    const [request, ...others] = requests;
    if (!request || others.length > 0) return fail(`job ${id} was admitted ${requests.length} times`);
    if (request.status !== 200 || request.cost !== charged || request.results !== records) {
      fail(`job ${id} says ${charged} and ${records}, its request ${request.cost} and ${request.results}`);
    }
    const entries = await db.selectFrom("ledger").where("request_no", "=", request.no).select("kind").execute();
    if (entries.length !== 2) fail(`job ${id} has the entries ${entries.map(({ kind }) => kind)}`);
    const answers = await db.selectFrom("answers").where("request_no", "=", request.no).select("request_no").execute();
    if (answers.length !== 1) fail(`job ${id} has its records ${answers.length} times`);
  }
  const { account_id } = jobs[0]!;
  const open = await db
    .selectFrom("requests")
    .where("account_id", "=", account_id)
    .where("ended_at", "is", null)
    .select("no")
    .execute();
  if (open.length > 0) fail(`${open.length} holds are left`);
  return jobs.reduce((sum, { attempt }) => sum + attempt, 0);
}
