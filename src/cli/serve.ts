import type { Command } from "commander";
import { ensureDashboardBuilt } from "../app/build-dashboard.ts";
import { readConfig } from "../app/config.ts";
import { startWinnow } from "../app/start-server.ts";
import { createLog } from "../base/log.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { welcome } from "./welcome.ts";

export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("Run the API, the dashboard and the stand-in sites, as `npm start` does.")
    .action(async () => {
      // Whoever read what was printed may be gone: that is no reason to end.
      process.stdout.on("error", () => {});
      const config = readConfig(process.env);
      await ensureDashboardBuilt(createLog(config.server.logLevel));
      const running = await startWinnow(config);
      process.stdout.write(welcome(running));
      stopOnSignals(running, config.shutdown, (line) => process.stdout.write(line));
    });
}
