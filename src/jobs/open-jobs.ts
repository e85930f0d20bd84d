import { toAccount } from "../accounts/account-row.ts";
import { toApiKey } from "../accounts/api-key-row.ts";
import type { Plans } from "../accounts/plans.ts";
import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { WinnowError } from "../contract/errors.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { Service } from "../service/service.ts";
import { createTableFiles } from "../service/table-files.ts";
import type { Store } from "../store/open-store.ts";
import { createAfterEnd } from "./after-end.ts";
import { createBatchPauses } from "./batch-pauses.ts";
import { createBatchStore } from "./batch-store.ts";
import { createBatchUpkeep } from "./batch-upkeep.ts";
import { createBatchWaits } from "./batch-waits.ts";
import { createBatches } from "./batches.ts";
import { createDestinations } from "./destinations/destinations.ts";
import { createFileDeliveries } from "./destinations/file-deliveries.ts";
import { createFeeder, type Feeder } from "./engine/feeder.ts";
import { openEngine } from "./engine/open-engine.ts";
import { createJobFeed, isJobQueue, jobLane, sourceQueue } from "./job-feed.ts";
import { createJobSignals } from "./job-signals.ts";
import { createJobStore, isBatchItem, type JobRow } from "./job-store.ts";
import { createJobs } from "./jobs.ts";
import { createMailOwner, type SendMail } from "./mail-owner.ts";
import { createPauseNews } from "./pauses.ts";
import { createPayers, runningOfRevokedKeys } from "./payer.ts";
import { createQueueBounds } from "./queue-bounds.ts";
import { createResultLinks } from "./result-links.ts";
import { createRunJob, endJob } from "./run-job.ts";
import { createRunner, type RunnerSettings } from "./runner.ts";
import { createSchedulePauses } from "./schedules/schedule-pauses.ts";
import { createScheduleRuns } from "./schedules/schedule-runs.ts";
import { createScheduleViews } from "./schedules/schedule-view.ts";
import { createSchedules } from "./schedules/schedules.ts";
import { createSweep } from "./sweep.ts";
import { createWatchRetention } from "./watches/watch-retention.ts";
import { createDeliveryFeed } from "./webhooks/delivery-feed.ts";
import { openWebhooks } from "./webhooks/open-webhooks.ts";
import { receiverAddresses } from "./webhooks/receiver-address.ts";
import { sealedSecrets } from "./webhooks/sealed-secrets.ts";
import { createSender, type SenderOptions } from "./webhooks/send.ts";
import { type AccountEvent, createOutbox } from "./webhooks/webhook-store.ts";

export interface OpenJobsDeps extends Partial<RunnerSettings> {
  store: Store;
  clock: Clock;
  metering: MeteringService;
  plans: Plans;
  service: Service;
  /** Public address of the dashboard; empty if not configured. */
  publicUrl: string;
  /** Secret that seals the signing secrets. */
  secret: string;
  /** Hosts inside the network that webhooks may reach; for tests, also how addresses are resolved and dialled. */
  webhookNetwork: Omit<SenderOptions, "clock">;
  sendMail?: SendMail;
  log: { error(details: object, message: string): void };
}

export type OpenJobs = Awaited<ReturnType<typeof openJobs>>;

/** How often a process looks for work that others have handed over. */
const POLL_MS = 1_000;

/** Opens jobs on the store: its rows record the requests, and the engine holds what can run now. */
export async function openJobs(deps: OpenJobsDeps) {
  const { concurrency = 16, graceMs = 0 } = deps;
  const { store, clock, log } = deps;
  const onError = (err: unknown) => log.error({ err }, "a part of the jobs failed");
  const engine = await openEngine(store, onError);
  const wake = (queue: string) => (isJobQueue(queue) ? runner : webhooks).wake(queue);
  const rows = createJobFeed(store, clock);
  const feeding = { engine, clock, wake, onError };
  const feeder = createFeeder({ ...feeding, rows, hasWorkers: engine.isShared || concurrency > 0 });
  const deliveries = createFeeder({ ...feeding, rows: createDeliveryFeed(store, clock), hasWorkers: true });
  const base = openBase(deps, deliveries.feed, onError);
  const { jobs, outbox } = base;
  const feed = (job: Pick<JobRow, "account_id" | "source">): void => void feeder.feed(jobLane(job));
  const batchUpkeep = createBatchUpkeep({ ...base, closeKey: rows.closeKey });
  const end = async (job: JobRow, how: Parameters<typeof endJob>[2]) => {
    await endJob(base, job, how);
    // Whichever process runs it finds out with its next heartbeat.
    if (job.announced_at !== null) await engine.remove(sourceQueue(job.source), job.id);
    await batchUpkeep.itemEnded(job);
    feed(job);
  };

  const sender = createSender({ clock, ...deps.webhookNetwork });
  const destinations = createDestinations({ ...base, db: store.db });
  const tables = createTableFiles(store.db, clock);
  const files = createFileDeliveries({
    ...base,
    destinations,
    put: sender.put,
    registry: base.service.registry,
    tables,
    jobs: () => jobsApi,
    batches: () => batchesApi,
  });
  const webhooks = openWebhooks({ ...base, engine, feed: deliveries.feed, sender, sendFile: files.send });

  const views = createScheduleViews(base);
  const pauses = createSchedulePauses({ ...base, views });
  const runs = createScheduleRuns({ ...base, pauses, publicUrl: deps.publicUrl });
  const afterEnd = createAfterEnd({ ...base, runEnded: runs.runEnded, queueFile: files.queue });
  const batchPauses = createBatchPauses({ ...base, endJob: end });
  const batchWaits = createBatchWaits({
    ...base,
    itemEnded: batchUpkeep.itemEnded,
    feed,
  });
  const ended = async (job: JobRow) => {
    if (isBatchItem(job)) await batchWaits.sourceAnswered(job);
    await batchUpkeep.itemEnded(job);
    if (!isBatchItem(job) || job.notified === 0) await afterEnd.jobs();
    if (isBatchItem(job)) await afterEnd.batches();
  };

  const runner = createRunner({
    ...base,
    engine,
    concurrency,
    graceMs,
    runJob: createRunJob(base),
    ended,
    workersLost: (job) => end(job, new WinnowError("worker_lost")),
    left: feed,
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
  const sweep = createSweep({
    ...base,
    endJob: end,
    rarely: [
      batchUpkeep.tidy,
      batchPauses.cancelExpired,
      webhooks.deleteOld,
      createWatchRetention({ ...base, db: store.db }),
      engine.maintain,
      afterEnd.incidents,
    ],
    often: [
      feeder.recover,
      deliveries.recover,
      pauses.resumeReady,
      runs.startDue,
      batchPauses.resumePaid,
      batchUpkeep.sweep,
      async () => {
        for (const { id } of await runningOfRevokedKeys(store.db)) runner.drop(id);
      },
      afterEnd.jobs,
      afterEnd.batches,
      feeder.round,
      deliveries.round,
    ],
  });
  const polls = periodicTask({
    clock,
    pauseMs: POLL_MS,
    run: async () => (await engine.queued()).forEach(wake),
    onError,
  });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await polls.close();
    await sweep.close();
    await runner.close();
    await webhooks.close();
    await feeder.close();
    await deliveries.close();
    await engine.close();
  };
  const running = { endJob: end, drop: runner.drop, feed };
  const jobsApi = createJobs({ ...base, ...running });
  const batchesApi = createBatches({ ...base, ...running, destinations, hasSubscriber: outbox.hasSubscriber });
  return {
    jobs: jobsApi,
    batches: batchesApi,
    destinations: destinations.api,
    tables,
    webhooks: webhooks.api,
    schedules: createSchedules({ ...base, destinations, runs, views, wake: sweep.soon }),
    links: createResultLinks(store, clock, deps.secret),
    /** Starts taking jobs. */
    start(): void {
      runner.start();
      webhooks.start();
      polls.start();
      sweep.start();
      for (const one of [feeder, deliveries]) void one.recover().then(one.round).catch(onError);
    },
    /** Puts an event into the outbox of the account's webhooks. */
    publish: (event: AccountEvent): Promise<void> => outbox.publish(event),
    /** Completes now what dead processes left undone. */
    sweep: sweep.round,
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

/** What the parts of jobs build on. Each declares which of these it uses. */
function openBase(deps: OpenJobsDeps, feedDeliveries: Feeder["feed"], onError: (error: unknown) => void) {
  const { store, clock, service, metering, plans, secret, sendMail, webhookNetwork } = deps;
  const outbox = createOutbox(store, clock, feedDeliveries);
  const bounds = createQueueBounds({ store, plans, service, metering, clock });
  const payers = { clock, bounds, callerOf: (keyId: string) => findCaller(store, keyId) };
  const mailOwner = createMailOwner(store, sendMail);
  return {
    store,
    clock,
    service,
    metering,
    plans,
    outbox,
    mailOwner,
    jobs: createJobStore(store, clock),
    batches: createBatchStore(store, clock),
    signals: createJobSignals(clock),
    bounds,
    payerAfter: createPayers(payers),
    news: createPauseNews({ outbox, mailOwner }),
    addresses: receiverAddresses(webhookNetwork),
    secrets: sealedSecrets(secret),
    callerOf: payers.callerOf,
    onError,
  };
}

async function findCaller({ db }: Store, keyId: string): Promise<Caller | null> {
  const key = await db.selectFrom("api_keys").where("id", "=", keyId).selectAll().executeTakeFirst();
  const account =
    key && (await db.selectFrom("people").where("id", "=", key.account_id).selectAll().executeTakeFirst());
  return key && account ? { key: toApiKey(key), account: toAccount(account) } : null;
}
