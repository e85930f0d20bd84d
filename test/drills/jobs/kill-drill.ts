import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Seeded } from "../../../src/contract/seeded.ts";
import type { Store } from "../../../src/store/open-store.ts";

export interface KillDrill {
  store: Store;
  batchId: string;
  items: number;
  /** Number of concurrent processes. */
  processes: number;
  /** How often one of them is killed with -9. */
  kills: number;
  /** Starts a process that takes over from all killed ones. Without it, each is replaced. */
  takeOver?: () => void;
  random: Seeded;
  spawn(index: number): ChildProcess;
  /** Waits a moment before the next check. */
  pause(): Promise<void>;
}

export interface KillFigures {
  killed: number;
  /** Attempts of all items together; more than items if a worker died with one. */
  attempts: number;
  items: number;
}

/**
 * Runs a batch on processes that are killed with -9, each after some more progress. Then checks that every item's records
 * exist once, every item is charged once, and nothing is left open.
 */
export async function killDrill(drill: KillDrill): Promise<KillFigures> {
  const { store, batchId, items, kills, random } = drill;
  const children = Array.from({ length: drill.processes }, (_, index) => drill.spawn(index));
  const done = async () => {
    const { ended } = await store.db
      .selectFrom("jobs")
      .where("batch_id", "=", batchId)
      .where("ended_at", "is not", null)
      .select((select) => select.fn.countAll<number>().as("ended"))
      .executeTakeFirstOrThrow();
    return Number(ended);
  };
  let killed = 0;
  try {
    for (let ended = 0; ended < items; ended = await done()) {
      if (killed < kills && ended >= (items * (killed + 1)) / (kills + 2)) {
        const index = random.int(0, children.length - 1);
        await kill(children[index]!);
        killed += 1;
        if (!drill.takeOver) children[index] = drill.spawn(index);
        else if (killed === kills) drill.takeOver();
      }
      await drill.pause();
    }
    while ((await statusOf(store, batchId)) !== "finished") await drill.pause();
  } finally {
    for (const child of children) await kill(child);
  }
  return { killed, items, attempts: await checkBatch(store, batchId, items) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

const statusOf = async ({ db }: Store, id: string) =>
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
