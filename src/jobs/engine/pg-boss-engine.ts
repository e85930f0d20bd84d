import type { PostgresStore } from "../../store/open-store.ts";
import type { JobStore } from "../job-store.ts";
import type { JobEngine } from "./job-engine.ts";

const QUEUE = "winnow-jobs";
/** Tickets made at once for jobs that had none: a batch of 10,000 is not copied into the queue whole. */
const FEED = 200;
/** A job that was announced so long ago, and is not in the queue, has lost its ticket with a process. */
const LOST_MS = 30_000;

interface Ticket {
  job: string;
}

/**
 * pg-boss hands tickets out between processes and machines. A ticket says no more than "this row is due": it is
 * deleted once its row is claimed, so nothing is left behind by a worker that dies, and a ticket too many finds
 * no row to claim.
 */
export async function createPgBossEngine(
  store: Pick<PostgresStore, "newPool">,
  jobs: JobStore,
  onError: (error: unknown) => void,
): Promise<JobEngine> {
  // Loaded only here: with SQLite nobody needs it.
  const { PgBoss } = await import("pg-boss");
  // Its own connections: reports must not keep jobs waiting for one.
  const pool = store.newPool(2);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    superviseIntervalSeconds: 60,
  });
  boss.on("error", onError);
  await boss.start();
  await boss.createQueue(QUEUE, { policy: "standard", retryLimit: 0, expireInSeconds: 60, deleteAfterSeconds: 3600 });

  const announce: JobEngine["announce"] = async (due) => {
    if (due.length === 0) return;
    await boss.insert(
      QUEUE,
      due.map(({ id, priority }) => ({ data: { job: id } satisfies Ticket, priority })),
    );
  };

  async function claim(most: number, taker: Parameters<JobEngine["take"]>[1]) {
    const tickets = await boss.fetch<Ticket>(QUEUE, { batchSize: most });
    if (tickets.length === 0) return { handed: 0, taken: [] };
    const taken = await jobs.claim([...new Set(tickets.map(({ data }) => data.job))], taker);
    await boss.deleteJob(
      QUEUE,
      tickets.map(({ id }) => id),
    );
    return { handed: tickets.length, taken };
  }

  return {
    announce,
    async take(most, taker) {
      const { handed, taken } = await claim(most, taker);
      // The queue has run dry: rows that are due and have no ticket get one.
      if (handed >= most) return taken;
      const fed = await jobs.unannounced(Math.max(FEED, most), LOST_MS);
      if (fed.length === 0) return taken;
      await announce(fed);
      if (taken.length === most) return taken;
      return [...taken, ...(await claim(most - taken.length, taker)).taken];
    },
    async close() {
      await boss.stop({ graceful: false, close: false });
      await pool.end();
    },
  };
}
