import type { Memory } from "../../contract/site.ts";
import {
  type HeldExchange,
  type RawRecording,
  type RecordedExchange,
  type Recording,
  unpackedExchange,
} from "./recording.ts";
import { redacted, redactedMemory } from "./redact.ts";

/** Response bytes that one run may record: they are held in memory until it ends. */
const MAX_BYTES = 32 * 1024 * 1024;

/** An exchange that just ended, with its body as it arrived if it was packed. */
export type EndedExchange = Omit<RecordedExchange, "at"> & { packed?: Uint8Array };

export interface Recorder {
  /** Called after every exchange. */
  onExchange(exchange: EndedExchange): void;
  /** The source's memory, noting what the run uses of it. */
  noting(memory: Memory): Memory;
  /** The exchanges so far, without their secrets. */
  recording(): Recording;
  raw(): RawRecording;
}

type About = Pick<Recording, "source" | "operation" | "request" | "origins" | "shownAt">;

export function createRecorder(about: About, now: () => number, maxBytes = MAX_BYTES): Recorder {
  const startedAt = now();
  const exchanges: HeldExchange[] = [];
  const remembered = new Map<string, unknown>();
  let bytes = 0;
  let truncated = false;
  const raw = (): RawRecording => ({
    ...about,
    startedAt,
    truncated,
    remembered: redactedMemory(remembered),
    exchanges,
  });
  return {
    onExchange({ packed, ...exchange }) {
      if (bytes + exchange.body.byteLength > maxBytes) truncated = true;
      else {
        bytes += exchange.body.byteLength;
        exchanges.push({ ...exchange, body: packed ?? exchange.body, isPacked: packed !== undefined, at: now() });
      }
    },
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
    recording: () => ({ ...raw(), exchanges: redacted(exchanges.map(unpackedExchange)) }),
    raw,
  };
}
