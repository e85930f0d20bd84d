import { toAccount } from "../accounts/account-row.ts";
import { toApiKey } from "../accounts/api-key-row.ts";
import type { Plans } from "../accounts/plans.ts";
import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
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

const LEASE_MS = 30_000;

/** Opens jobs on the store, whose table is the queue. */
export async function openJobs(deps: OpenJobsDeps) {
  const { concurrency = 16, leaseMs = LEASE_MS, graceMs = 0 } = deps;
  const base = openBase(deps);
  const { store, clock, jobs, batches, outbox } = base;
  const batchUpkeep = createBatchUpkeep(batches, jobs, base.news, clock);
  const end = async (job: JobRow, how: Parameters<typeof endJob>[2]) => {
    await endJob(base, job, how);
    await batchUpkeep.itemEnded(job);
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
  const webhooks = openWebhooks({ ...base, sender, sendFile: files.send });

  const views = createScheduleViews(base);
  const pauses = createSchedulePauses({ ...base, views });
  const runs = createScheduleRuns({ ...base, pauses, publicUrl: deps.publicUrl });
  const afterEnd = createAfterEnd({ ...base, runEnded: runs.runEnded, queueFile: files.queue });
  const batchPauses = createBatchPauses({ ...base, endJob: end });
  const batchWaits = createBatchWaits({
    ...base,
    itemEnded: batchUpkeep.itemEnded,
    wake: () => runner.wake(),
  });
  const ended = async (job: JobRow) => {
    if (isBatchItem(job)) await batchWaits.sourceAnswered(job);
    await batchUpkeep.itemEnded(job);
    if (!isBatchItem(job) || job.notified === 0) await afterEnd.jobs();
    if (isBatchItem(job)) await afterEnd.batches();
    webhooks.wake();
  };

  const runner = createRunner({
    ...base,
    concurrency,
    leaseMs,
    graceMs,
    runJob: createRunJob(base),
    ended,
    async putBack(job, attempt) {
      if (attempt.kind === "busy") await jobs.release(job, attempt.until);
      else if (isBatchItem(job)) {
        if (attempt.kind === "source-failed") await batchWaits.sourceFailed(job, attempt.error);
        else await batchUpkeep.putBack(job, attempt);
      } else if (attempt.kind === "wait") await jobs.release(job, attempt.until);
      else await end(job, attempt.error);
    },
  });
  const also = [
    pauses.resumeReady,
    runs.startDue,
    batchPauses.resumePaid,
    batchUpkeep.sweep,
    batchPauses.cancelExpired,
    async () => {
      for (const { id } of await runningOfRevokedKeys(store.db)) runner.drop(id);
    },
    afterEnd.jobs,
    afterEnd.batches,
    afterEnd.incidents,
    // Not awaited: a receiver that hangs must not delay lease renewals.
    async () => webhooks.wake(),
    webhooks.deleteOld,
    createWatchRetention({ ...base, db: store.db }),
  ];
  const sweep = createSweep({
    ...base,
    also,
    endJob: end,
    wake: runner.wake,
    everyMs: Math.min(5_000, leaseMs / 3),
  });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await sweep.close();
    await runner.close();
    await webhooks.close();
  };
  const running = { endJob: end, drop: runner.drop, wake: runner.wake };
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
      sweep.start();
    },
    /** Puts an event into the outbox of the account's webhooks. */
    async publish(event: AccountEvent): Promise<void> {
      await outbox.publish(event);
      webhooks.wake();
    },
    /** Completes now what dead processes left undone. */
    sweep: sweep.round,
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

/** What the parts of jobs build on. Each declares which of these it uses. */
function openBase({ store, clock, service, metering, plans, log, secret, sendMail, webhookNetwork }: OpenJobsDeps) {
  const outbox = createOutbox(store, clock);
  const bounds = createQueueBounds({ store, plans, service, metering, clock });
  const payers = { clock, bounds, callerOf: (keyId: string) => callerOf(store, keyId) };
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
    onError: (err: unknown) => log.error({ err }, "a part of the jobs failed"),
  };
}

async function callerOf({ db }: Store, keyId: string): Promise<Caller | null> {
  const key = await db.selectFrom("api_keys").where("id", "=", keyId).selectAll().executeTakeFirst();
  const account =
    key && (await db.selectFrom("people").where("id", "=", key.account_id).selectAll().executeTakeFirst());
  return key && account ? { key: toApiKey(key), account: toAccount(account) } : null;
}
