import { Piscina } from "piscina";
import type { RecordProvenance } from "../contract/provenance-view.ts";
import type { KeptRecording } from "../recalls/kept-recording.ts";
import type { Config } from "./config.ts";
import type { ReaderSources } from "./open-readers.ts";
import { readSourceSettings } from "./source-settings.ts";

/** A reader that takes longer is ended with its thread. */
const MAX_MS = 20_000;

/** A thread that reads kept pages again, with the sources of this one. It starts when it is asked, and ends when idle. */
export function openTracer(
  { database, sources: settings }: Pick<Config, "database" | "sources">,
  {
    sources,
    sourcesFolder,
  }: Pick<ReaderSources, "sourcesFolder"> & { sources: Parameters<typeof readSourceSettings>[0] },
) {
  const config = { database: { dataDir: database.dataDir }, sources: { packages: settings.packages } };
  let pool: Piscina<KeptRecording, RecordProvenance[] | null> | null = null;
  return {
    async trace(recording: KeptRecording): Promise<RecordProvenance[] | null> {
      pool ??= new Piscina({
        filename: new URL("./trace-worker.ts", import.meta.url).href,
        workerData: { config, sourcesFolder, settings: readSourceSettings(sources, settings) },
        idleTimeout: 30_000,
        minThreads: 0,
        maxThreads: 1,
      });
      return pool.run(recording, { signal: AbortSignal.timeout(MAX_MS) }).catch((error: Error) => {
        if (error.name === "AbortError") return null;
        throw error;
      });
    },
    [Symbol.asyncDispose]: async () => pool?.destroy(),
  };
}
