import { WinnowError } from "../contract/errors.ts";
import { createTableFiles } from "../files/table-files.ts";
import { createBatches } from "./batches/batches.ts";
import { createBatchPauses } from "./batches/pauses.ts";
import { createBatchUpkeep } from "./batches/upkeep.ts";
import { createBatchWaits } from "./batches/waits.ts";
import { createDestinations } from "./destinations/destinations.ts";
import { createFileQueue, createFileSender } from "./destinations/file-deliveries.ts";
import { isBatchItem, type JobRow } from "./job-store.ts";
import { createJobs } from "./jobs.ts";
import { openParts, type PartsDeps } from "./parts.ts";
import { runningOfRevokedKeys } from "./payer.ts";
import { createResultLinks } from "./result-links.ts";
import { createAfterEnd } from "./running/after-end.ts";
import { isJobQueue, jobLane, sourceQueue } from "./running/job-feed.ts";
import { openQueues } from "./running/open-queues.ts";
import { createRunJob, endJob } from "./running/run-job.ts";
import { createRunner, type RunnerSettings } from "./running/runner.ts";
import { createSweep } from "./running/sweep.ts";
import { createScheduleRuns } from "./schedules/schedule-runs.ts";
import { createScheduleViews } from "./schedules/schedule-view.ts";
import { createSchedules } from "./schedules/schedules.ts";
import { createWatchRetention } from "./watches/watch-retention.ts";
import { createDeliverer } from "./webhooks/deliverer.ts";
import { createSender, type SenderOptions } from "./webhooks/send.ts";
import type { AccountEvent } from "./webhooks/webhook-store.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";

export interface OpenJobsDeps extends Partial<RunnerSettings>, PartsDeps {
  /** For tests, also how addresses are resolved and dialled. */
  webhookNetwork: Omit<SenderOptions, "clock">;
  log: { error(details: object, message: string): void };
}

export type OpenJobs = Awaited<ReturnType<typeof openJobs>>;

/** Work that outlives its connection, as the entry points and endpoints see it. */
export type BackgroundWork = Pick<
  OpenJobs,
  "jobs" | "batches" | "schedules" | "webhooks" | "links" | "destinations" | "tables"
>;

/** Opens jobs on the store: its rows record the requests, and the engine holds what can run now. */
export async function openJobs(deps: OpenJobsDeps) {
  const { concurrency = 16, graceMs = 0 } = deps;
  const { store, clock, log } = deps;
  const onError = (err: unknown) => log.error({ err }, "a part of the jobs failed");
  const queues = await openQueues({ store, clock, hasRunner: concurrency > 0, onError });
  const { engine, feeder, feed } = queues;
  const base = { ...openParts(deps, queues.deliveries.feed), onError };
  const { jobs, batches, outbox } = base;

  const destinations = createDestinations({ ...base, db: store.db });
  const views = createScheduleViews(base);
  const runs = createScheduleRuns({ ...base, views });
  const queueFile = createFileQueue({ ...base, destinations });
  const afterEnd = createAfterEnd({ ...base, runEnded: runs.runEnded, queueFile });
  const batchUpkeep = createBatchUpkeep({ ...base, closeKey: queues.closeKey, finished: afterEnd.batches });
  const end = async (job: JobRow, how: Parameters<typeof endJob>[2]) => {
    await endJob(base, job, how);
    // Whichever process runs it finds out with its next heartbeat.
    if (job.announced_at !== null) await engine.remove(sourceQueue(job.source), job.id);
    await batchUpkeep.itemEnded(job);
    feed(job);
  };
  const batchPauses = createBatchPauses({ ...base, endJob: end });
  const batchWaits = createBatchWaits({ ...base, itemEnded: batchUpkeep.itemEnded, feed });
  const ended = async (job: JobRow) => {
    const batch = isBatchItem(job) ? await batches.progress(job.batch_id) : undefined;
    if (batch && isBatchItem(job)) await batchWaits.sourceAnswered(job, batch);
    if (batch && !batch.has_open) await batchUpkeep.itemEnded(job);
    if (job.notified === 0) await afterEnd.jobs();
  };

  const runner = createRunner({
    ...base,
    engine,
    concurrency,
    graceMs,
    runJob: createRunJob(base),
    ended,
    workersLost: (job) => end(job, new WinnowError("worker_lost")),
    left: (job, hasEnded) => (hasEnded ? feeder.ended(jobLane(job), job.id) : feed(job)),
    async putBack(job, attempt) {
      if ("until" in attempt) feeder.feedAt(attempt.until, jobLane(job));
      if (attempt.kind === "busy") await jobs.release(job, attempt.until);
      else if (isBatchItem(job)) {
        if (attempt.kind === "source-failed") await batchWaits.sourceFailed(job, attempt.error);
        else await batchUpkeep.putBack(job, attempt);
      } else if (attempt.kind === "wait") await jobs.release(job, attempt.until);
      else await end(job, attempt.error);
    },
  });
  const running = { endJob: end, drop: runner.drop, feed, enqueue: queues.enqueue };
  const jobsApi = createJobs({ ...base, ...running });
  const batchesApi = createBatches({ ...base, ...running, destinations, hasSubscriber: outbox.hasSubscriber });

  const sender = createSender({ clock, ...deps.webhookNetwork });
  const tables = createTableFiles(store.db, clock);
  const sendFile = createFileSender({
    ...base,
    destinations,
    put: sender.put,
    registry: base.service.registry,
    tables,
    jobs: jobsApi,
    batches: batchesApi,
  });
  const feedDeliveries = queues.deliveries.feed;
  const deliverer = createDeliverer({ ...base, engine, feed: feedDeliveries, sender, sendFile });
  const sweep = createSweep({
    ...base,
    endJob: end,
    rarely: [
      batchUpkeep.tidy,
      batchPauses.cancelExpired,
      deliverer.deleteOld,
      createWatchRetention({ ...base, db: store.db }),
      engine.maintain,
      afterEnd.incidents,
    ],
    often: [
      feeder.recover,
      queues.deliveries.recover,
      runs.resumeReady,
      runs.startDue,
      batchPauses.resumePaid,
      batchUpkeep.sweep,
      async () => {
        if (!runner.isBusy()) return;
        for (const { id } of await runningOfRevokedKeys(store.db)) runner.drop(id);
      },
      afterEnd.jobs,
      afterEnd.batches,
      feeder.round,
      queues.deliveries.round,
    ],
  });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await queues.closePolls();
    await sweep.close();
    await runner.close();
    await deliverer.close();
    await queues.close();
  };
  return {
    jobs: jobsApi,
    batches: batchesApi,
    destinations: destinations.api,
    tables,
    webhooks: createWebhooks({ ...base, feed: feedDeliveries }),
    schedules: createSchedules({ ...base, destinations, runs, views, wake: sweep.soon }),
    links: createResultLinks(store, clock, deps.secret),
    /** Starts taking jobs. */
    start(): void {
      runner.start();
      deliverer.start();
      sweep.start();
      queues.start({ serves: isJobQueue, wake: runner.wake }, { serves: () => true, wake: deliverer.wake });
    },
    /** Puts an event into the outbox of the account's webhooks. */
    publish: (event: AccountEvent): Promise<void> => outbox.publish(event),
    /** Completes now what dead processes left undone. */
    sweep: sweep.round,
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}
