import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { hostRuns } from "../extraction/reading/host-runs.ts";
import { installedSources } from "./installed-sources.ts";
import type { ReaderSources } from "./open-readers.ts";

/** On Linux this is the priority of this thread only: a reader that does not end leaves the processors to everybody else. */
if (process.platform === "linux") setPriority(5);

const { config, sourcesFolder, only } = workerData as ReaderSources;
hostRuns(parentPort!, await installedSources(config, sourcesFolder, only));
