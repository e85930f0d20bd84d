import { storedOptions } from "../contract/call-options.ts";
import { WinnowError } from "../contract/errors.ts";
import { keptRecords } from "../files/kept-records.ts";
import { limits } from "../limits/limits.ts";
import { Shares } from "../limits/shares.ts";
import type { KeptAnswer } from "../metering/types.ts";
import { type CallState, newCallState, type OperationCall } from "../service/operation-call.ts";
import { refusal } from "../service/refusal.ts";
import { newRequestId } from "../service/request-id.ts";
import { interrupted, partIn } from "../service/sent-part.ts";
import { listJobs, mayRead } from "./job-list.ts";
import type { JobSignals } from "./job-signals.ts";
import { DEEPEST_BACKLOG, type JobRow } from "./job-store.ts";
import { toView } from "./job-view.ts";
import type { Uses } from "./parts.ts";
import { refuseUnkept } from "./payer.ts";
import { tooMany } from "./queue-bounds.ts";
import { holdSeconds } from "./running/run-job.ts";
import type { JobFilter, WorkOwner } from "./types.ts";
import type { JobView } from "./work-views.ts";

interface JobsDeps
  extends Uses<
    "store" | "jobs" | "bounds" | "addresses" | "signals" | "service" | "metering" | "clock" | "endJob" | "drop"
  > {
  /** Queues a job once its hold exists; undefined if it was not being admitted. */
  enqueue(id: string, held: number): Promise<JobRow | undefined>;
}

/** How long an admitted job may be queued. */
const QUEUE_SECONDS = 86_400;

export type Submission = Pick<OperationCall, "entry" | "caller" | "request" | "state" | "options">;

export type JobsApi = ReturnType<typeof createJobs>;

export function createJobs(deps: JobsDeps) {
  const { store, jobs, signals, service, metering, clock } = deps;

  async function submit(submission: Submission): Promise<{ job: JobView } | { answer: KeptAnswer }> {
    const { entry, caller, request, state, options } = submission;
    refuseUnkept(caller);
    const webhook = options.webhook === undefined ? null : deps.addresses.check(options.webhook);
    const id = newRequestId(clock.now());
    const timeout = Number(request.timeout);
    refuseExhausted(submission);
    const place = await jobs.nextPlace(caller.account.id);
    // Counting a long queue is slow, and few accounts are near any limit.
    if (place >= DEEPEST_BACKLOG) await deps.bounds.refuseBeyondQueue(caller.account.id, 1);
    // Inserts the row first: if this process dies, any later hold can be found through it.
    await jobs.insert(
      [
        {
          id,
          account_id: caller.account.id,
          key_id: caller.key.id,
          source: entry.source.name,
          endpoint: entry.operation.path,
          params: JSON.stringify(request),
          timeout,
          idempotency_key: options.idempotency_key ?? null,
          webhook,
          options: storedOptions(options),
          status: "admitting",
        },
      ],
      place,
    );
    const admitted = await admit(submission, id, QUEUE_SECONDS + holdSeconds(timeout));
    state.points = admitted.state.points;
    state.windows = admitted.state.windows;
    if ("error" in admitted) {
      await jobs.remove(id);
      const earlier = admitted.error.code === "idempotency_running" ? await earlierJob(submission) : null;
      if (earlier) return { job: toView(earlier) };
      throw admitted.error;
    }
    if ("body" in admitted.hold) {
      await jobs.remove(id);
      state.replayed = true;
      const earlier = await jobs.find(admitted.hold.requestId);
      if (earlier) return { job: toView(earlier) };
      const part = partIn(admitted.hold);
      if (part) throw interrupted(part);
      return { answer: admitted.hold };
    }
    return { job: toView((await deps.enqueue(id, admitted.hold.amount)) ?? (await jobs.get(id))) };
  }

  /** A caller that repeats refused submissions must not make the store write for each: others' jobs would wait for it. */
  function refuseExhausted({ caller, entry, request, state, options }: Submission): void {
    const full = options.idempotency_key ? null : metering.exhausted(caller);
    if (!full) return;
    state.points = full.points;
    state.windows = full.windows;
    throw refusal({ kind: "over_window", ...full }, entry, service.costOf(entry, request), clock.now());
  }

  type Admitted = { hold: Awaited<ReturnType<typeof service.admit>> } | { error: WinnowError };

  async function admit(submission: Submission, id: string, seconds: number): Promise<Admitted & { state: CallState }> {
    const state = newCallState(clock.now(), id);
    const disconnect = new AbortController().signal;
    const background = { holdSeconds: seconds, isQueued: true };
    try {
      return { state, hold: await service.admit({ ...submission, entryPoint: "jobs", state, disconnect, background }) };
    } catch (error) {
      if (error instanceof WinnowError) return { state, error };
      throw error;
    }
  }

  /**
   * The job of an Idempotency-Key in use. If its process died between admission and queueing, the job is queued here, so
   * that the caller need not wait for the sweep.
   */
  async function earlierJob({ caller, options }: Submission): Promise<JobRow | undefined> {
    const row = await store.db
      .selectFrom("jobs")
      .where("account_id", "=", caller.account.id)
      .where("idempotency_key", "=", options.idempotency_key ?? "")
      .orderBy("created_at", "desc")
      .selectAll()
      .executeTakeFirst();
    if (row?.status !== "admitting") return row;
    const admission = await metering.admissionOf(row.account_id, row.id);
    if (admission?.kind !== "open") return undefined;
    await deps.enqueue(row.id, admission.hold.amount);
    return jobs.find(row.id);
  }

  async function findRow(owner: WorkOwner, id: string): Promise<JobRow | null> {
    const row = await jobs.find(id);
    return row && row.status !== "admitting" && mayRead(owner, row) ? row : null;
  }

  async function find(owner: WorkOwner, id: string): Promise<JobView | null> {
    const row = await findRow(owner, id);
    return row && toView(row);
  }

  return {
    /** Admits the call and queues it, or returns the response of the first request with its Idempotency-Key. */
    submit,
    /** Null if there is none or this key may not see it. */
    find,
    list: (owner: WorkOwner, filter: JobFilter) => listJobs(store.db, owner, filter),
    /** Stops the job and releases its hold. An ended job stays as it is. */
    async cancel(owner: WorkOwner, id: string) {
      const row = await findRow(owner, id);
      if (!row) return null;
      if (row.ended_at === null) await deps.endJob(row, "cancelled");
      deps.drop(id);
      signals.changed(id);
      return find(owner, id);
    },
    /** The records of a succeeded job. Throws the outcome of any other. */
    async records(job: JobView) {
      if (job.status === "succeeded") {
        const row = await jobs.get(job.id);
        const answer = await metering.openAnswerOfJob(row.account_id, job.id);
        if (answer) return keptRecords(answer, row.records);
        throw new WinnowError("not_found", "The records of this job have expired: they are kept for 7 days.");
      }
      if (job.ended_at === null) throw new WinnowError("job_not_ended", undefined, { headers: { "retry-after": "2" } });
      throw new WinnowError(
        "not_found",
        `This job has no records: it ${job.status === "failed" ? "failed" : "was cancelled"}.`,
      );
    },
    /** Resolves when the job ends or the time is up. */
    async waitFor(owner: WorkOwner, id: string, ms: number, signal: AbortSignal) {
      const until = clock.now() + ms;
      const change = signals.follow(id, signal);
      for (;;) {
        const left = until - clock.now();
        const next = left > 0 ? change(left) : null;
        const job = (await find(owner, id))!;
        if (job.ended_at !== null || next === null || signal.aborted) return job;
        await next;
      }
    },
    /** Yields the job after each change until it has ended. */
    watch: createFollowers(signals, find),
  };
}

/** Yields each state of a job as it changes, for a limited number of followers per account. */
function createFollowers(signals: JobSignals, find: (owner: WorkOwner, id: string) => Promise<JobView | null>) {
  const followers = new Shares(limits.followers.max);

  function watch(owner: WorkOwner, id: string, signal: AbortSignal) {
    const leave = followers.enter([owner.account.id]);
    if (!leave) {
      const words = `At most ${limits.followers.max} jobs can be followed concurrently. Close one, or poll GET /jobs/{id} instead.`;
      throw tooMany(words, 5);
    }
    // Covers a stream that is read to its end, abandoned, or never started.
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    return follow(views(owner, id, signal), leave);
  }

  async function* follow(seen: AsyncGenerator<JobView, void, undefined>, leave: () => void) {
    try {
      yield* seen;
    } finally {
      leave();
    }
  }

  async function* views(owner: WorkOwner, id: string, signal: AbortSignal) {
    let shown = "";
    const change = signals.follow(id, signal);
    while (!signal.aborted) {
      const next = change();
      const job = await find(owner, id);
      if (!job) return;
      const state = JSON.stringify(job);
      if (state !== shown) yield job;
      shown = state;
      if (job.ended_at !== null) return;
      await next;
    }
  }

  return watch;
}
