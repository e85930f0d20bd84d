import type { Batch, Job, JobError, Winnow } from "../../../client/src/index.ts";
import { CommandFailed } from "../command-failed.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Journal } from "./journal.ts";
import { type Pause, pause } from "./pause.ts";
import type { Request } from "./read-lines.ts";

interface AtService {
  batches: Pick<Winnow, "batches" | "jobs">;
  operation: string;
  requests: Request[];
  journal: Journal;
  /** Whether failed lines are retried. */
  again: boolean;
  signal: AbortSignal;
  pause?: Pause;
  onProgress(points: number): void;
}

/** The most lines that a service accepts as one batch. */
const MAX_LINES = 10_000;
const POLL_MS = 1_000;

/**
 * Runs the lines as batches on the service. The journal's id identifies them, so that a killed run finds its batch again:
 * no line is requested or charged twice.
 */
export async function runAtService(run: AtService): Promise<void> {
  for (let first = 0; first < run.requests.length; first += MAX_LINES) {
    const some = run.requests.slice(first, first + MAX_LINES);
    if (some.some((_, index) => !run.journal.done.has(first + index + 1))) await runPart(run, some, first);
  }
}

async function runPart(run: AtService, requests: Request[], first: number): Promise<void> {
  const { batches } = run.batches;
  const idempotencyKey = run.journal.keyOf(first);
  const batch = await batches.submit(run.operation, requests, { idempotencyKey, onInvalid: "skip" });
  if (batch.invalid > 0) await noteInvalid(run, batch.id, first);
  if (run.again && batch.items.failed > 0) await batches.retry(batch.id);
  else if (batch.status === "paused") await batches.resume(batch.id);
  for (;;) {
    const now = await batches.get(batch.id);
    await collect(run, batch.id, first);
    // A paused or cancelled batch may have items that are still ending.
    if (now.status !== "running" && now.items.running === 0) return ended(now);
    await (run.pause ?? pause)(POLL_MS, run.signal).catch(() => {
      throw run.signal.reason;
    });
  }
}

/** Records the lines that the service skipped because they are not valid. */
async function noteInvalid(run: AtService, id: string, first: number): Promise<void> {
  for (const { line, reason, error } of await run.batches.batches.missing(id)) {
    if (reason === "invalid" && !run.journal.done.has(first + line)) await fail(run, first + line, error);
  }
}

async function fail({ journal, requests, onProgress }: AtService, line: number, error: JobError): Promise<void> {
  const { status, code, detail } = error;
  const message = typeof detail === "string" ? detail : JSON.stringify(detail);
  await journal.add({ line, request: requests[line - 1] ?? {}, ok: false, error: { status, code, message } });
  onProgress(0);
}

function ended({ id, status, pause_reason }: Batch): void {
  if (status === "finished") return;
  if (status === "cancelled") throw new CommandFailed(`batch ${id} was cancelled at the service`);
  throw new CommandFailed(
    `batch ${id} is paused: ${pause_reason ?? "no reason given"} Start it again to go on.`,
    exitCodes.points[0],
  );
}

const expired: JobError = {
  status: 404,
  code: "not_found",
  detail: "The records of this line have expired: they are kept 7 days.",
};

/** Records the lines that have ended since the last poll. */
async function collect(run: AtService, id: string, first: number): Promise<void> {
  const { journal, onProgress, batches } = run;
  const fresh = new Map<number, Job>();
  for (const status of ["succeeded", "failed"] as const) {
    for await (const job of batches.jobs.list({ batchId: id, status })) {
      if (job.line !== null && !journal.done.has(first + job.line)) fresh.set(job.line, job);
    }
  }
  if (fresh.size === 0) return;
  const succeeded = [...fresh.values()].filter(({ status }) => status === "succeeded");
  const records = succeeded.length > 0 ? await recordsByLine(run, id, fresh) : new Map<number, unknown[]>();
  for (const [at, job] of [...fresh].sort(([a], [b]) => a - b)) {
    const line = first + at;
    if (job.status === "failed") await fail(run, line, job.error!);
    else if (job.progress.records > 0 && !records.has(at)) await fail(run, line, expired);
    else {
      const facts = { request_id: job.id, points: job.charged, records: records.get(at) ?? [] };
      await journal.add({ line, request: run.requests[line - 1] ?? {}, ok: true, ...facts });
      onProgress(job.charged);
    }
  }
}

/** Only lines that are not yet in the journal. */
async function recordsByLine({ batches: { batches } }: AtService, id: string, wanted: Map<number, unknown>) {
  const lines = new Map<number, unknown[]>();
  for await (const { "@line": line, ...record } of batches.records(id)) {
    if (!wanted.has(line)) continue;
    lines.set(line, [...(lines.get(line) ?? []), record]);
  }
  return lines;
}
