import { optionsOfRow } from "../../contract/call-options.ts";
import type { ErrorCode } from "../../contract/catalogue.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { ExtractionStats } from "../../extraction/types.ts";
import { ownKey } from "../../metering/own-keys.ts";
import type { EndedRequest, Hold, Outcome } from "../../metering/types.ts";
import { errorText } from "../../service/error-text.ts";
import { HandedOver, isPassing, newCallState, type OperationCall } from "../../service/operation-call.ts";
import { type JobRow, MAX_ATTEMPTS } from "../job-store.ts";
import { jobEnding, refused } from "../job-view.ts";
import type { Uses } from "../parts.ts";
import { pauseKind } from "../pauses.ts";
import { whyNotPaying } from "../payer.ts";

type RunJobDeps = Uses<"jobs" | "service" | "metering" | "callerOf" | "clock">;

/** Outcome of an attempt: the job has ended, or returns to the queue because of a transient condition. */
export type Attempt =
  /** With its row, if this attempt ended it. */
  | { kind: "ended"; row?: JobRow | undefined }
  | { kind: "handed-over" }
  /** A window is full until then. */
  | { kind: "wait"; until: number }
  /** The service or the source is overloaded; retried then. */
  | { kind: "busy"; until: number }
  /** The source is down: it failed a batch item, whose admission has ended. */
  | { kind: "source-failed"; error: WinnowError }
  /** The points or the key's spending cap do not suffice, or the key has ended. */
  | { kind: "refused"; error: WinnowError };

/** Retry delay if the error does not give one. */
const RETRY_SECONDS = 1;

/** A hold outlives all attempts of its job, lapsed leases included. */
export const holdSeconds = (timeout: number): number => MAX_ATTEMPTS * (timeout + 120);

/**
 * Runs one attempt of a job. Whether the job has ended is what its request's row says, never assumed: an attempt that finds
 * it ended runs nothing, and one that has run records what its settlement wrote there.
 */
export function createRunJob({ jobs, service, metering, callerOf, clock }: RunJobDeps) {
  const afterTrouble = ({ headers }: WinnowError): number =>
    clock.now() + Number(headers["retry-after"] ?? RETRY_SECONDS) * 1000;

  async function readEnd(job: JobRow): Promise<EndedRequest | null> {
    const admission = await metering.admissionOf(job.account_id, job.id);
    return admission?.kind === "ended" ? admission : null;
  }

  const finish = async (job: JobRow, end: EndedRequest, error?: unknown): Promise<Attempt> => ({
    kind: "ended",
    row: await jobs.finish(job.id, jobEnding(end, error)),
  });

  async function refuse(job: JobRow, error: WinnowError): Promise<Attempt> {
    return { kind: "ended", row: await jobs.finish(job.id, refused(error)) };
  }

  async function callOf(job: JobRow, signal: AbortSignal): Promise<OperationCall | null> {
    const entry = service.registry.byPath(job.endpoint);
    const caller = await callerOf(job.key_id);
    if (!entry || !caller) return null;
    return {
      entry,
      caller,
      entryPoint: "jobs",
      request: JSON.parse(job.params),
      state: newCallState(clock.now(), job.id),
      disconnect: signal,
      // Two workers that reach admission together are admitted once.
      options: { ...optionsOfRow(job), idempotency_key: ownKey("job", job.id) },
      background: { holdSeconds: holdSeconds(job.timeout) },
      isCompared: job.schedule_id !== null,
    };
  }

  async function admitLate(job: JobRow, call: OperationCall): Promise<Hold | Attempt> {
    try {
      const hold = await service.admit(call);
      if ("body" in hold) {
        const end = await readEnd(job);
        return end ? finish(job, end) : { kind: "handed-over" };
      }
      if (await jobs.held(job, hold.amount)) return hold;
      // The lease has lapsed; the job's new worker continues with this hold.
      if ((await jobs.find(job.id))?.ended_at == null) return { kind: "handed-over" };
      // Cancelled just before it was admitted.
      await metering.settle(hold, cancellation(job));
      return { kind: "ended" };
    } catch (error) {
      if (!(error instanceof WinnowError)) throw error;
      // Another worker has just been admitted for this job: one admission means one charge.
      if (error.code === "idempotency_running") return { kind: "handed-over" };
      if (error.code === "rate_limited") return { kind: "wait", until: afterTrouble(error) };
      if (isPassing(error)) return { kind: "busy", until: afterTrouble(error) };
      return pauseKind(error.code) ? { kind: "refused", error } : refuse(job, error);
    }
  }

  return async function runJob(
    job: JobRow,
    signal: AbortSignal,
    onProgress: (stats: ExtractionStats) => void,
  ): Promise<Attempt> {
    const admission = await metering.admissionOf(job.account_id, job.id);
    if (admission?.kind === "ended") {
      // Its worker died after the source had failed it, and the error code is lost: it is retried once.
      const failed = job.batch_id !== null && job.source_failures === 0 && SOURCE_STATUSES.includes(admission.status);
      if (failed) return { kind: "source-failed", error: new WinnowError("source_unavailable") };
      return finish(job, admission);
    }
    const call = await callOf(job, signal);
    if (!call) return { kind: "refused", error: new WinnowError("key_revoked") };
    const error = whyNotPaying(call.caller, call.entry, clock.now());
    if (error) return { kind: "refused", error };
    const hold = admission?.hold ?? (await admitLate(job, call));
    if ("kind" in hold) return hold;
    let failure: unknown;
    try {
      await service.runHeld({ ...call, onProgress }, hold);
    } catch (error) {
      if (error instanceof HandedOver) return { kind: "handed-over" };
      if (error instanceof WinnowError && isPassing(error)) return { kind: "busy", until: afterTrouble(error) };
      failure = error;
    }
    const end = call.state.ended ?? (await readEnd(job));
    // Not settled because the store was unavailable. The next attempt uses the same hold.
    if (!end) throw failure ?? new Error(`job ${job.id} was not settled`);
    if (job.batch_id !== null && failure instanceof WinnowError && isSourceDown(failure)) {
      return { kind: "source-failed", error: failure };
    }
    return finish(job, end, failure);
  };
}

const SOURCE_STATUSES = [412, 500];
const SOURCE_CODES: ErrorCode[] = ["blocked", "asked_to_wait", "not_responding", "source_unavailable"];

/** True if the source is at fault, not the request. Errors from health while a source is closed carry a retry-after. */
const isSourceDown = ({ code, status, headers }: WinnowError): boolean =>
  SOURCE_CODES.includes(code) || (SOURCE_STATUSES.includes(status) && headers["retry-after"] !== undefined);

const CANCELLED = "The job was cancelled.";

const cancellation = (job: JobRow): Outcome => ({
  status: 499,
  cost: 0,
  results: 0,
  errorText: CANCELLED,
  upstreamPages: job.pages,
  answer: null,
});

/** Ends a job from outside its run and releases its hold, unless the run ended first. */
export async function endJob(
  { jobs, metering }: Pick<RunJobDeps, "jobs" | "metering">,
  job: JobRow,
  how: WinnowError | "cancelled",
): Promise<void> {
  const open = await metering.admissionOf(job.account_id, job.id);
  if (open?.kind === "open") {
    const outcome = how === "cancelled" ? {} : { status: how.status, errorText: errorText(how) };
    await metering.settle(open.hold, { ...cancellation(job), ...outcome });
  }
  const admission = await metering.admissionOf(job.account_id, job.id);
  if (admission?.kind === "ended") await jobs.finish(job.id, jobEnding(admission, how));
  else if (how !== "cancelled") await jobs.finish(job.id, refused(how));
  else {
    const said = { http_status: 499, error_code: null, error_detail: JSON.stringify(CANCELLED) };
    await jobs.finish(job.id, { status: "cancelled", charged: 0, results_end: null, ...said });
  }
}
