import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { CommandFailed } from "./command-failed.ts";

const program = fileURLToPath(new URL("./repair/main.ts", import.meta.url));

export interface RepairOptions {
  good?: string[];
  request?: string;
  saved?: string[];
  apply?: boolean;
  agent?: string;
  offline?: boolean;
}

/** The options that both commands share. */
export const withRepairOptions = (command: Command): Command =>
  command
    .option("--good <file...>", "pages of before the change: a saved response or a recording")
    .option("--saved <folder...>", "folders with more pages or recordings, by source (`<folder>/<source>/*`)")
    .option("--offline", "do not ask the site: the patch is proved on saved pages only")
    .option("--apply", "change the source's files; without it, nothing is changed")
    .option("--agent <folder>", "write a task for a coding agent: pages, reader, failing test, commands");

export function register(parent: Command): void {
  withRepairOptions(
    parent
      .command("repair")
      .description(
        "Propose a change of a source whose site has changed, proved on its pages and by its canary, without a model.",
      )
      .argument("<operation>", "such as nlretail/products/search")
      .argument("<pages...>", "pages that are no longer read right: saved responses or recordings")
      .option("--request <json>", "the request body of the pages"),
  ).action((operation: string, pages: string[], options: RepairOptions) => runRepair({ ...options, operation, pages }));
}

/** What a repair needs to know. Its process gets it as JSON. */
export interface RepairRun extends RepairOptions {
  operation: string;
  pages: readonly string[];
  /** The file with what the service has seen of the operation's values. */
  past?: string;
}

/** Runs the repair on the files of this checkout. */
export async function runRepair(run: RepairRun): Promise<void> {
  if (!run.good?.length)
    throw new CommandFailed("--good <file> is needed: a page of before the change, whose values are right.");
  const child = spawn(process.execPath, [program, JSON.stringify(run)], { stdio: "inherit" });
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  if (code !== 0)
    throw new CommandFailed("No change was proved and applied as you asked: the lines above say why.", code);
}
