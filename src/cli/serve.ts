import type { Command } from "commander";
import { ensureDashboardBuilt } from "../../scripts/build-dashboard.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { startWinnow } from "../main.ts";
import { welcome } from "./welcome.ts";

/** Kept of the time limit for closing the parts. */
const CLOSING_MS = 1_000;

export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("Run everything: the API, the dashboard and the stand-in sites. What `npm start` does.")
    .action(async () => {
      const config = readConfig(process.env);
      await ensureDashboardBuilt(createLog(config.logLevel));
      const running = await startWinnow(config);
      process.stdout.write(welcome(running));
      const stop = async (signal: NodeJS.Signals) => {
        process.stdout.write("Winnow is stopping: what is in flight is finished first.\n");
        const limitMs = config.shutdownLimit * 1000;
        // Closing the parts can hang where the store is away; the promised time holds all the same.
        setTimeout(() => process.exit(1), limitMs).unref();
        // A person at the keyboard has no balancer to wait for.
        const graceMs = signal === "SIGINT" ? 0 : config.shutdownGrace * 1000;
        const cutOff = await running.stop({ graceMs, limitMs: limitMs - CLOSING_MS });
        process.exit(cutOff === 0 ? 0 : 1);
      };
      process.once("SIGINT", stop);
      process.once("SIGTERM", stop);
    });
}
