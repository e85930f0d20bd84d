import "../base/buffer-pool.ts";
import { packRecording } from "../extraction/recording/packed.ts";
import { type RawRecording, unpackedExchange } from "../extraction/recording/recording.ts";
import { redacted } from "../extraction/recording/redact.ts";

/** Removes the secrets of a recording and compresses it. */
export default (raw: RawRecording): Uint8Array =>
  packRecording({ ...raw, exchanges: redacted(raw.exchanges.map(unpackedExchange)) });
