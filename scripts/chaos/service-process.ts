import { readConfig } from "../../src/app/config.ts";
import { startWinnow } from "../../src/app/start-server.ts";
import { stopOnSignals } from "../../src/cli/operator/stop-on-signals.ts";

/** One process of the service, with the sources of a folder. It shuts down like `winnow serve`. */
const [sourcesFolder] = process.argv.slice(2) as [string];
const config = readConfig(process.env);
const running = await startWinnow(config, { sourcesFolder });
process.stdout.write(`ready ${running.address}\n`);
stopOnSignals(running, config.shutdown, () => {});
