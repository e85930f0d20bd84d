import { runInPool } from "../base/worker-pool.ts";
import type { RecordProvenance } from "../contract/provenance-view.ts";
import type { KeptRecording } from "../recalls/kept-recording.ts";
import type { Config } from "./config.ts";
import type { ReaderSources } from "./open-readers.ts";
import { readSourceSettings } from "./source-settings.ts";
import type { Trace } from "./trace-worker.ts";

const WORKER = new URL("./trace-worker.ts", import.meta.url);

/** A reader that takes longer is ended with its thread. */
const MAX_MS = 20_000;

type Given = Pick<ReaderSources, "sourcesFolder"> & { sources: Parameters<typeof readSourceSettings>[0] };

/** Reads kept pages again in another thread, with the sources of this one. */
export function createTracer({ database, sources: configured }: Pick<Config, "database" | "sources">, given: Given) {
  const config = { database: { dataDir: database.dataDir }, sources: { packages: configured.packages } };
  const settings = readSourceSettings(given.sources, configured);
  return (kept: KeptRecording): Promise<RecordProvenance[] | null> => {
    const trace: Trace = { config, sourcesFolder: given.sourcesFolder, settings, kept };
    return runInPool<RecordProvenance[] | null>(WORKER, trace, { maxMs: MAX_MS }).catch((error: Error) => {
      if (error.name === "AbortError") return null;
      throw error;
    });
  };
}
