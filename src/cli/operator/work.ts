import type { Command } from "commander";
import { readConfig } from "../../app/config.ts";
import { startWorker } from "../../app/start-worker.ts";
import { createLog } from "../../base/log.ts";
import { stayUp } from "../../base/stay-up.ts";
import { wholeNumber } from "../arguments.ts";
import { CommandFailed } from "../command-failed.ts";

export function register(program: Command): void {
  program
    .command("work")
    .description(
      "Run background jobs from the queue in DATABASE_URL. Start as many workers as you like, on any machine.",
    )
    .option("--concurrency <jobs>", "jobs to run at once (JOBS_CONCURRENCY)", wholeNumber)
    .action(async ({ concurrency }: { concurrency?: number }) => {
      const config = readConfig(process.env);
      if (config.database.url === "") {
        throw new CommandFailed(
          "winnow work shares jobs between processes, which needs PostgreSQL: set DATABASE_URL. On SQLite the server runs its jobs itself.",
        );
      }
      const jobs = { ...config.jobs, concurrency: concurrency ?? config.jobs.concurrency };
      if (jobs.concurrency < 1) throw new CommandFailed("a worker needs a concurrency of 1 or more");
      const worker = await startWorker({ ...config, jobs });
      stayUp(createLog(config.server.logLevel));
      process.stdout.write(`Winnow is taking jobs, ${jobs.concurrency} at once.\n`);
      const stop = async () => {
        process.stdout.write("Winnow takes no more jobs: finishing or handing over the running ones.\n");
        await worker.close();
        process.exit(0);
      };
      process.once("SIGINT", stop);
      process.once("SIGTERM", stop);
    });
}
