import { setTimeout } from "node:timers/promises";
import type { Batch, Winnow } from "../../../client/src/index.ts";
import type { Note } from "./note.ts";
import type { Request } from "./read-lines.ts";

export interface BatchRun {
  winnow: Pick<Winnow, "batches" | "jobs">;
  operation: string;
  requests: Request[];
  /** Of each batch, such as `maxCost`. */
  options: Record<string, never>;
  /** The most lines that a service accepts as one batch. */
  maxLines: number;
}

interface AtService extends BatchRun {
  note: Note;
  /** Called when the service has accepted another batch of the note. */
  keep(note: Note): Promise<void>;
  retryFailed: boolean;
  signal: AbortSignal;
  onProgress(batches: Batch[]): void;
}

const POLL_MS = 1_000;

/**
 * Runs the lines as batches at the service, one after the other, until one does not finish. The note identifies them, so
 * that a run after a crash finds them again: no line is requested or charged twice.
 */
export async function runAtService(run: AtService): Promise<Batch[]> {
  const { batches } = run.winnow;
  const ended: Batch[] = [];
  for (let first = 0; first < run.requests.length; first += run.maxLines) {
    let batch = await findOrSubmit(run, ended.length, first);
    if (run.retryFailed && batch.items.failed > 0) batch = await batches.retry(batch.id);
    else if (batch.status === "paused") batch = await batches.resume(batch.id);
    // A paused or cancelled batch may have items that are still ending.
    while (batch.status === "running" || batch.items.running > 0) {
      run.onProgress([...ended, batch]);
      await setTimeout(POLL_MS, undefined, { signal: run.signal }).catch(() => run.signal.throwIfAborted());
      batch = await batches.get(batch.id);
    }
    ended.push(batch);
    run.onProgress(ended);
    if (batch.status !== "finished") break;
  }
  return ended;
}

async function findOrSubmit(run: AtService, nth: number, first: number): Promise<Batch> {
  const { winnow, operation, requests, options, maxLines, note } = run;
  const known = note.batches[nth];
  if (known !== undefined) return winnow.batches.get(known);
  const batch = await winnow.batches.submit(operation, requests.slice(first, first + maxLines), {
    ...options,
    idempotencyKey: `batch-${note.id}-${first}`,
    onInvalid: "skip",
  });
  note.batches.push(batch.id);
  await run.keep(note);
  return batch;
}
