import { openDrill } from "./open-drill.ts";

/** A process that runs jobs until it is killed. */
const [settings, concurrency] = process.argv.slice(2) as [string, string];
const { jobs } = await openDrill(JSON.parse(settings), Number(concurrency));
jobs.start();
