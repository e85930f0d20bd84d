import { readConfig } from "../../src/app/config.ts";
import { startWorker } from "../../src/app/start-worker.ts";

/** One process that runs jobs, like `winnow work`, with the sources of a folder. */
const [sourcesFolder] = process.argv.slice(2) as [string];
await startWorker(readConfig(process.env), { sourcesFolder });
process.stdout.write("ready\n");
