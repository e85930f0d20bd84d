import { ReadingThread } from "../extraction/reading/reading-thread.ts";
import { ReadingThreads } from "../extraction/reading/reading-threads.ts";
import { isBuiltIn } from "../sources/find-sources.ts";
import type { Installation } from "./installed-sources.ts";

/** What a thread has to load. */
export interface ReaderSources {
  config: Installation;
  sourcesFolder: string | undefined;
  /** The only source; null for all. */
  only: string | null;
}

/** Threads that load the same sources as this one. Sources that others wrote always run there. */
export function openReaders({ config: { database, sources }, sourcesFolder }: Omit<ReaderSources, "only">) {
  const config = { database: { dataDir: database.dataDir }, sources: { packages: sources.packages } };
  const threads = new ReadingThreads((only, events) => {
    const given: ReaderSources = { config, sourcesFolder, only };
    return new ReadingThread(new URL("./reading-worker.ts", import.meta.url), given, events);
  });
  return { threads, isTrusted: isBuiltIn, [Symbol.asyncDispose]: () => threads.close() };
}
