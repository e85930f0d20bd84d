import { createHash } from "node:crypto";
import { inSlices } from "../../base/in-slices.ts";
import { storedOptions } from "../../contract/call-options.ts";
import { WinnowError } from "../../contract/errors.ts";
import { usedWithAnother } from "../../contract/used-key.ts";
import { newRequestId } from "../../service/request-id.ts";
import { type PageQuery, pager } from "../../store/pager.ts";
import { PAUSED_BY_OWNER } from "../../words/pauses.ts";
import type { Destinations } from "../destinations/destinations.ts";
import { mayRead } from "../job-list.ts";
import { type JobRow, NEVER } from "../job-store.ts";
import type { Uses } from "../parts.ts";
import { refuseUnkept } from "../payer.ts";
import type { BatchSubmission, Payer, WorkOwner } from "../types.ts";
import type { Outbox } from "../webhooks/webhook-store.ts";
import type { BatchView } from "../work-views.ts";
import { createBatchResults } from "./results.ts";
import { type BatchRow, notPaused } from "./store.ts";

const newestBatches = pager("batches", { created_at: "number", id: "text" });

export interface BatchesDeps
  extends Uses<
    | "store"
    | "batches"
    | "bounds"
    | "addresses"
    | "jobs"
    | "service"
    | "metering"
    | "clock"
    | "payerAfter"
    | "endJob"
    | "drop"
    | "feed"
  > {
  destinations: Destinations;
  hasSubscriber: Outbox["hasSubscriber"];
}

export type BatchesApi = ReturnType<typeof createBatches>;

export function createBatches(deps: BatchesDeps) {
  const { store, batches, jobs, service, metering, clock } = deps;
  const { viewOf } = batches;

  function price({ entry, requests, options: { max_cost } }: BatchSubmission): number {
    const cost = requests.reduce((sum, request) => sum + service.costOf(entry, request), 0);
    if (max_cost !== undefined && cost > max_cost) {
      throw new WinnowError("over_max_cost", `The batch could cost ${cost} points; max_cost allows ${max_cost}.`);
    }
    return cost;
  }

  async function submit(submission: BatchSubmission): Promise<BatchView> {
    const { entry, caller, requests, invalid, idempotencyKey } = submission;
    refuseUnkept(caller);
    const cost = price(submission);
    const digest = await digestOf(submission);
    const webhook = submission.webhook ? deps.addresses.check(submission.webhook) : null;
    const destination_id = await deps.destinations.check(caller.account.id, submission.destination);
    const earlier = idempotencyKey === null ? undefined : await batches.findByKey(caller.account.id, idempotencyKey);
    if (earlier && isLost(earlier, clock.now())) await batches.removeHalfSubmitted(earlier.id);
    else if (earlier) return viewOf(theSame(earlier, digest));
    await deps.bounds.refuseUnpayable(submission);
    const id = newRequestId(clock.now());
    const about = {
      account_id: caller.account.id,
      key_id: caller.key.id,
      source: entry.source.name,
      endpoint: entry.operation.path,
    };
    // Items are stored first, and none runs before the batch does, so a process that dies here leaves nothing running.
    await batches.insert({
      id,
      ...about,
      status: "admitting",
      total: requests.length,
      cost_at_most: cost,
      options: storedOptions(submission.options),
      invalid_lines: invalid.length,
      idempotency_key: idempotencyKey,
      digest,
      webhook,
      destination_id,
      set_by: caller.key.person_id,
      created_at: clock.now(),
      wait_until: clock.now() + submission.waitHours * 3_600_000,
    });
    await deps.bounds.refuseBatch(caller.account.id, { id, total: requests.length }).catch(async (error) => {
      await batches.remove(id);
      throw error;
    });
    await batches.insertInvalid(about.account_id, id, invalid);
    const lines = linesExcept(invalid);
    // `max_cost` is of the batch.
    const options = storedOptions({ ...submission.options, max_cost: undefined });
    const notified = await firstNotified(caller.account.id);
    const items = requests.values().map((request) => ({
      id: newRequestId(clock.now()),
      ...about,
      params: JSON.stringify(request),
      run_after: NEVER,
      timeout: Number(request.timeout),
      batch_id: id,
      line: lines(),
      notified,
      options,
    }));
    await jobs.insert(items, await jobs.nextPlace(caller.account.id));
    // Another process may have presumed this one dead and taken over the batch.
    if (!(await batches.set(id, ["admitting"], { status: "running" }))) {
      await batches.deleteWaiting(id);
      throw running();
    }
    await start(id, about);
    return viewOf(await batches.get(id));
  }

  /** Initial `notified` of an item: 0 if a webhook subscribes to its end. */
  const firstNotified = async (accountId: string): Promise<number> =>
    (await deps.hasSubscriber(accountId, "batch.item")) ? 0 : 1;

  async function start(id: string, lane: Pick<JobRow, "account_id" | "source">): Promise<void> {
    await batches.moveWaiting(id, clock.now());
    deps.feed(lane);
  }

  async function findRow(owner: WorkOwner, id: string): Promise<BatchRow | null> {
    const row = await batches.find(id);
    return row && row.status !== "admitting" && mayRead(owner, row) ? row : null;
  }

  /** The key that pays for what is left of a batch. Its cap must cover an item of average cost. */
  const payerOf = (row: BatchRow, payer: Payer): Promise<string> =>
    deps.payerAfter(row, payer, Math.ceil(row.cost_at_most / Math.max(1, row.total)));

  /** Changes a batch that the key may read and returns its new view. */
  const change =
    (act: (row: BatchRow) => Promise<unknown>) =>
    async (owner: WorkOwner, id: string): Promise<BatchView | null> => {
      const row = await findRow(owner, id);
      if (!row) return null;
      await act(row);
      return viewOf(await batches.get(id));
    };

  return {
    /** The maximum cost of the items. Rejects more than the caller's own limit. */
    price,
    submit,
    find: change(async () => {}),
    /** Running items end; queued ones stay. */
    pause: change(({ id }) => batches.pause(id, PAUSED_BY_OWNER, null)),
    resume: (owner: WorkOwner, id: string, payer: Payer) =>
      change(async (row) => {
        if (row.status === "paused" && (await batches.resume(row, await payerOf(row, payer)))) deps.feed(row);
      })(owner, id),
    cancel: change(async ({ id }) => {
      for (const job of await batches.cancel(id, ["running", "paused"], notPaused)) {
        await deps.endJob(job, "cancelled");
        deps.drop(job.id);
      }
    }),
    /** Runs the failed items again. */
    retryFailed: (owner: WorkOwner, id: string, payer: Payer) =>
      change(async (row) => {
        const { items } = await batches.counts(id);
        if (items.failed === 0) return;
        await deps.bounds.refuseBeyondQueue(row.account_id, items.failed);
        const key_id = await payerOf(row, payer);
        const again = { status: "running" as const, ended_at: null, ...notPaused, notified: 0, key_id };
        if (!(await batches.set(id, ["running", "paused", "finished"], again))) return;
        await batches.requeueFailed(id, await firstNotified(row.account_id));
        if (key_id !== row.key_id) await batches.handOver(id, key_id);
        await start(id, row);
      })(owner, id),
    async list({ key, account }: WorkOwner, page: PageQuery) {
      let query = store.db
        .selectFrom("batches")
        .where("account_id", "=", account.id)
        .where("status", "!=", "admitting");
      if (key.sources !== null) query = query.where("key_id", "=", key.id);
      return newestBatches.page(query.selectAll(), page, viewOf);
    },
    ...createBatchResults(batches, metering),
  };
}

/** Numbers the requests, skipping the invalid lines. */
function linesExcept(invalid: BatchSubmission["invalid"]): () => number {
  const taken = new Set(invalid.map(({ line }) => line));
  let line = 0;
  return () => {
    do line += 1;
    while (taken.has(line));
    return line;
  };
}

/** Hashes the path, the skipped lines and the bodies as one JSON array. */
async function digestOf({ entry, requests, invalid }: BatchSubmission): Promise<string> {
  const hash = createHash("sha256").update(`${entry.operation.path}\n`);
  if (invalid.length > 0) hash.update(`${invalid.map(({ line }) => line).join()}\n`);
  let before = "[";
  for await (const some of inSlices(requests)) {
    hash.update(before + JSON.stringify(some).slice(1, -1));
    before = ",";
  }
  return hash.update("]").digest("hex");
}

const running = (): WinnowError =>
  new WinnowError("idempotency_running", undefined, { headers: { "retry-after": "2" } });

/** Storing a batch takes seconds; after this long its process is presumed dead. */
const LOST_MS = 15_000;

const isLost = ({ status, created_at }: BatchRow, now: number): boolean =>
  status === "admitting" && now - created_at > LOST_MS;

function theSame(earlier: BatchRow, digest: string): BatchRow {
  if (earlier.status === "admitting") throw running();
  if (earlier.digest === digest) return earlier;
  throw new WinnowError("idempotency_mismatch", usedWithAnother("batch"));
}
