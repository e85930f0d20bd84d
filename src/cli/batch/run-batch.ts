import { ApiError, type Operation, RateLimited, type Retry } from "../../../client/src/index.ts";
import { endingOf } from "../service/failure.ts";
import type { Journal, LineResult } from "./journal.ts";
import { type Pause, pause } from "./pause.ts";
import type { Request } from "./read-lines.ts";

interface Batch {
  operation: Operation<Request, Record<string, unknown>>;
  requests: Request[];
  journal: Journal;
  parallel: number;
  signal: AbortSignal;
  pause?: Pause;
  onProgress(points: number): void;
}

interface Line {
  line: number;
  request: Request;
}

/** Waits for a window that opens within this many seconds, however often it is full again. */
const LONGEST_WINDOW = 65;

/** Requests each line that is not done, `parallel` at a time. Throws errors that would stop every other line too. */
export async function runBatch(batch: Batch): Promise<void> {
  const { operation, requests, journal, parallel, signal, onProgress } = batch;
  const waiting = requests
    .map((request, index) => ({ request, line: index + 1 }))
    .filter(({ line }) => !journal.done.has(line));
  const next = waiting.values();
  const stopped: unknown[] = [];
  let opensAt = 0;

  const closeFor = (milliseconds: number) => {
    opensAt = Math.max(opensAt, Date.now() + milliseconds);
  };
  const onRetry = ({ error, delay }: Retry) => {
    if (error instanceof RateLimited) closeFor(delay);
  };

  async function ask(line: Line): Promise<LineResult> {
    // A full window applies to all lines.
    while (opensAt > Date.now()) await (batch.pause ?? pause)(opensAt - Date.now(), signal);
    const { line: number, request } = line;
    try {
      const answer = await operation.detailed(request, { idempotencyKey: journal.keyOf(number), signal, onRetry });
      const { records, requestId, creditsCharged: points, replayed } = answer;
      return { line: number, request, ok: true, request_id: requestId, points: points ?? 0, replayed, records };
    } catch (error) {
      if (error instanceof RateLimited && error.retryAfter !== null && error.retryAfter <= LONGEST_WINDOW) {
        closeFor(error.retryAfter * 1000);
        return ask(line);
      }
      if (!(error instanceof ApiError) || stopsAll(error)) throw error;
      const { status, code, message } = error;
      return { line: number, request, ok: false, error: { status, code, message } };
    }
  }

  async function work(): Promise<void> {
    for (const line of next) {
      if (stopped.length > 0) return;
      try {
        const result = await ask(line);
        await journal.add(result);
        onProgress(result.ok ? result.points : 0);
      } catch (error) {
        stopped.push(error);
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(parallel, waiting.length) }, work));
  if (signal.aborted) throw signal.reason;
  if (stopped.length > 0) throw stopped[0];
}

/** The key, the points, the windows and the service are the same for every line. */
const stopsAll = (error: ApiError): boolean =>
  (["key", "points", "rateLimited"] as const).some((ending) => ending === endingOf(error));
