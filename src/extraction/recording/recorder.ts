import type { RecordedExchange, Recording } from "./recording.ts";
import { redacted } from "./redact.ts";

/** Response bytes that one run may record: they are held in memory until it ends. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface Recorder {
  /** Called after every exchange. */
  onExchange(exchange: Omit<RecordedExchange, "at">): void;
  /** The exchanges so far, without their secrets. */
  recording(): Recording;
}

type About = Pick<Recording, "source" | "operation" | "request" | "origins">;

export function createRecorder(about: About, now: () => number, mostBytes = MOST_BYTES): Recorder {
  const startedAt = now();
  const exchanges: RecordedExchange[] = [];
  let bytes = 0;
  let truncated = false;
  return {
    onExchange(exchange) {
      if (bytes + exchange.body.byteLength > mostBytes) truncated = true;
      else {
        bytes += exchange.body.byteLength;
        exchanges.push({ ...exchange, at: now() });
      }
    },
    recording: () => ({ ...about, startedAt, truncated, exchanges: redacted(exchanges) }),
  };
}
