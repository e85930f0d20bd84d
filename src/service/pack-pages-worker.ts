import "../base/buffer-pool.ts";
import { setPriority } from "node:os";
import { packRecording } from "../extraction/recording/packed.ts";
import { type RawRecording, unpackedExchange } from "../extraction/recording/recording.ts";
import { redacted } from "../extraction/recording/redact.ts";

/** On Linux this is the priority of this thread only: when processors are scarce, calls and jobs come before pages. */
if (process.platform === "linux") setPriority(10);

/** Removes the secrets of a recording and compresses it. */
export default (raw: RawRecording): Uint8Array =>
  packRecording({ ...raw, exchanges: redacted(raw.exchanges.map(unpackedExchange)) });
