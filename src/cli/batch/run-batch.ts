import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, type Operation, RateLimited, type Retry } from "../../../client/src/index.ts";
import { endingOf } from "../service/failure.ts";
import type { Journal } from "./journal.ts";
import type { Request } from "./read-lines.ts";

interface Batch {
  operation: Operation<Request, Record<string, unknown>>;
  requests: Request[];
  journal: Journal;
  parallel: number;
  signal: AbortSignal;
  onProgress(points: number): void;
}

/** A window that opens within a minute is waited for, however often it is full again. */
const RETRIES = 30;

/** Asks for each line that is not done, `parallel` at a time. Throws what would stop every other line too. */
export async function runBatch({ operation, requests, journal, parallel, signal, onProgress }: Batch): Promise<void> {
  const waiting = requests
    .map((request, index) => ({ request, line: index + 1 }))
    .filter(({ line }) => !journal.done.has(line));
  const next = waiting.values();
  const stopped: unknown[] = [];
  let opensAt = 0;

  const onRetry = ({ error, delay }: Retry) => {
    if (error instanceof RateLimited) opensAt = Math.max(opensAt, Date.now() + delay);
  };

  async function ask({ line, request }: { line: number; request: Request }): Promise<void> {
    // One that met a full window speaks for all.
    while (opensAt > Date.now()) await sleep(opensAt - Date.now(), undefined, { signal });
    const options = { idempotencyKey: journal.keyOf(line), signal, retries: RETRIES, onRetry };
    try {
      const { records, requestId, creditsCharged, replayed } = await operation.detailed(request, options);
      await journal.add({ line, request, ok: true, request_id: requestId, points: creditsCharged, replayed, records });
      onProgress(creditsCharged);
    } catch (error) {
      if (!(error instanceof ApiError) || stopsAll(error)) throw error;
      const { status, code, message } = error;
      await journal.add({ line, request, ok: false, error: { status, code, message } });
      onProgress(0);
    }
  }

  async function work(): Promise<void> {
    for (const line of next) {
      if (stopped.length > 0) return;
      await ask(line).catch((error) => stopped.push(error));
    }
  }

  await Promise.all(Array.from({ length: Math.min(parallel, waiting.length) }, work));
  if (signal.aborted) throw signal.reason;
  if (stopped.length > 0) throw stopped[0];
}

/** The key, the points, the windows and the service are the same for every line. */
const stopsAll = (error: ApiError): boolean =>
  (["key", "points", "rateLimited"] as const).some((ending) => ending === endingOf(error));
