import type { Clock } from "../../base/clock.ts";
import { periodicTask } from "../../base/periodic-task.ts";
import type { Store } from "../../store/open-store.ts";
import { createFeeder } from "../engine/feeder.ts";
import { openEngine } from "../engine/open-engine.ts";
import type { JobRow } from "../job-store.ts";
import { createDeliveryFeed } from "../webhooks/delivery-feed.ts";
import { createJobFeed, jobLane } from "./job-feed.ts";

/** How often a process looks for work that others have handed over. */
const POLL_MS = 1_000;

interface QueuesDeps {
  store: Store;
  clock: Clock;
  /** Whether this process runs jobs. */
  hasRunner: boolean;
  onError(error: unknown): void;
}

/** Opens the engine and what feeds it with jobs and deliveries. */
export async function openQueues({ store, clock, hasRunner, onError }: QueuesDeps) {
  const engine = await openEngine(store, onError);
  const pumps: Array<{ serves(queue: string): boolean; wake(queue: string): void }> = [];
  const wake = (queue: string) => pumps.find(({ serves }) => serves(queue))?.wake(queue);
  const rows = createJobFeed(store, clock);
  const feeding = { engine, clock, wake, onError };
  const feeder = createFeeder({ ...feeding, rows, hasWorkers: engine.isShared || hasRunner });
  const deliveries = createFeeder({ ...feeding, rows: createDeliveryFeed(store, clock), hasWorkers: true });
  const feed = (job: Pick<JobRow, "account_id" | "source">): void => feeder.feed(jobLane(job));
  const polls = periodicTask({
    clock,
    pauseMs: POLL_MS,
    run: async () => (await engine.queued()).forEach(wake),
    onError,
  });

  return {
    engine,
    feeder,
    deliveries,
    closeKey: rows.closeKey,
    /** Called when jobs of this account and source may start. */
    feed,
    /** Queues a job once its hold exists; undefined if it was not being admitted. */
    async enqueue(id: string, held: number): Promise<JobRow | undefined> {
      const row = await rows.enqueue(id, held, feeder.hasWorkers);
      if (row?.announced_at != null) feeder.handOver(jobLane(row), { id, place: Number(row.ahead), isLast: true });
      else if (row) feed(row);
      return row;
    },
    /** Starts to wake these pumps when their queues have work. */
    start(...served: typeof pumps): void {
      pumps.push(...served);
      polls.start();
      for (const one of [feeder, deliveries]) void one.recover().then(one.round).catch(onError);
    },
    closePolls: polls.close,
    async close(): Promise<void> {
      await feeder.close();
      await deliveries.close();
      await engine.close();
    },
  };
}
