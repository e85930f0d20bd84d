import { parentPort, workerData } from "node:worker_threads";
import { hostRuns } from "../extraction/reading/host-runs.ts";
import { installedSources } from "./installed-sources.ts";
import type { ReaderSources } from "./open-readers.ts";

const { config, sourcesFolder, only } = workerData as ReaderSources;
hostRuns(parentPort!, await installedSources(config, sourcesFolder, only));
