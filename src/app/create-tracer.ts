import { runInPool } from "../base/worker-pool.ts";
import type { RecordProvenance } from "../contract/provenance-view.ts";
import type { KeptRecording } from "../recalls/kept-recording.ts";
import type { Config } from "./config.ts";
import type { Trace } from "./trace-worker.ts";

const WORKER = new URL("./trace-worker.ts", import.meta.url);

/** A reader that takes longer is ended with its thread. */
const MAX_MS = 20_000;

/** Reads kept pages again in another thread, with the sources of this one. */
export const createTracer =
  ({ database: { dataDir }, sources: { packages, prefixed } }: Config, sourcesFolder: string | undefined) =>
  (kept: KeptRecording): Promise<RecordProvenance[] | null> => {
    const trace: Trace = { config: { database: { dataDir }, sources: { packages, prefixed } }, sourcesFolder, kept };
    return runInPool<RecordProvenance[] | null>(WORKER, trace, { maxMs: MAX_MS }).catch((error: Error) => {
      if (error.name === "AbortError") return null;
      throw error;
    });
  };
