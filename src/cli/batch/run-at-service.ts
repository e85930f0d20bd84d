import { type Batch, type Job, ValidationFailed, type Winnow } from "../../../client/src/index.ts";
import { CommandFailed } from "../command-failed.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Connected } from "../service/connect.ts";
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

/** Whether the service supports batches. */
export async function canBatch({ winnow }: Connected): Promise<boolean> {
  const { paths } = await winnow.openApi();
  return typeof paths === "object" && paths !== null && "/batches" in paths;
}

/**
 * Runs the lines as batches on the service. The journal's id identifies them, so that a killed run finds its batch again:
 * no line is requested or charged twice. False if the service rejected a line before it ran any: then lines are requested
 * one by one, so that the others still get their results.
 */
export async function runAtService(run: AtService): Promise<boolean> {
  for (let first = 0; first < run.requests.length; first += MAX_LINES) {
    const some = run.requests.slice(first, first + MAX_LINES);
    const waiting = some.some((_, index) => !run.journal.done.has(first + index + 1));
    if (waiting && !(await runPart(run, some, first))) return false;
  }
  return true;
}

async function runPart(run: AtService, requests: Request[], first: number): Promise<boolean> {
  const { batches } = run.batches;
  const batch = await submitted(run, requests, first);
  if (!batch) return false;
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

async function submitted({ batches: { batches }, operation, journal }: AtService, requests: Request[], first: number) {
  try {
    return await batches.submit(operation, requests, { idempotencyKey: journal.keyOf(first) });
  } catch (error) {
    if (error instanceof ValidationFailed) return null;
    throw error;
  }
}

function ended({ id, status, pause_reason }: Batch): true {
  if (status === "finished") return true;
  if (status === "cancelled") throw new CommandFailed(`batch ${id} was cancelled at the service`);
  throw new CommandFailed(
    `batch ${id} is paused: ${pause_reason ?? "no reason given"} Start it again to go on.`,
    exitCodes.points[0],
  );
}

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
    const about = { line: first + at, request: run.requests[first + at - 1] ?? {} };
    if (job.status === "succeeded" && job.progress.records > 0 && !records.has(at)) {
      const message = "The records of this line have expired: they are kept 7 days.";
      await journal.add({ ...about, ok: false, error: { status: 404, code: "not_found", message } });
    } else if (job.status === "succeeded") {
      const facts = { request_id: job.id, points: job.charged, replayed: false };
      await journal.add({ ...about, ok: true, ...facts, records: records.get(at) ?? [] });
      onProgress(job.charged);
    } else {
      const { status, code, detail } = job.error!;
      const message = typeof detail === "string" ? detail : JSON.stringify(detail);
      await journal.add({ ...about, ok: false, error: { status, code, message } });
      onProgress(0);
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
