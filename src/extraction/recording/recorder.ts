import type { Memory } from "../../contract/site.ts";
import { pageMemory } from "../transport/page-memory.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
import { redacted, redactedMemory } from "./redact.ts";

/** Response bytes that one run may record: they are held in memory until it ends. */
const MAX_BYTES = 32 * 1024 * 1024;

export interface Recorder {
  /** Called after every exchange. */
  onExchange(exchange: Omit<RecordedExchange, "at">): void;
  /** Whether a response of this run is part of the recording. */
  holds(body: Uint8Array): boolean;
  /** The source's memory, noting what the run uses of it. */
  noting(memory: Memory): Memory;
  /** The exchanges so far, without their secrets. */
  recording(): Recording;
  /** The same with the secrets of the pages: for whoever removes them elsewhere (`redacted`). */
  raw(): Recording;
  /** Frees the memory of the pages, if nobody else holds it. */
  free(): void;
}

type About = Pick<Recording, "source" | "operation" | "request" | "origins">;

export function createRecorder(about: About, now: () => number, maxBytes = MAX_BYTES): Recorder {
  const startedAt = now();
  const exchanges: RecordedExchange[] = [];
  const remembered = new Map<string, unknown>();
  let bytes = 0;
  let truncated = false;
  const raw = (): Recording => ({
    ...about,
    startedAt,
    truncated,
    remembered: redactedMemory(remembered),
    exchanges,
  });
  return {
    onExchange(exchange) {
      if (bytes + exchange.body.byteLength > maxBytes) truncated = true;
      else {
        bytes += exchange.body.byteLength;
        exchanges.push({ ...exchange, at: now() });
      }
    },
    holds: (body) => exchanges.some((exchange) => exchange.body === body),
    noting: (memory) => ({
      get<T>(key: string): T | undefined {
        const value = memory.get<T>(key);
        // What the run itself has put there is in its responses.
        if (value !== undefined && !remembered.has(key)) remembered.set(key, value);
        return value;
      },
      set(key, value, ttlSeconds) {
        if (!remembered.has(key)) remembered.set(key, undefined);
        memory.set(key, value, ttlSeconds);
      },
    }),
    recording: () => ({ ...raw(), exchanges: redacted(exchanges) }),
    raw,
    free() {
      for (const { body } of exchanges) pageMemory.free(body);
    },
  };
}
