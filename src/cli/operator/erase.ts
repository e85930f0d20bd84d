import { join } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../../app/config.ts";
import { eraseFiles, eraseValue } from "../../store/erase-value.ts";
import { openStore, whileOpen } from "../../store/open-store.ts";
import { CommandFailed } from "../command-failed.ts";
import { type OutputOptions, printRecords, withOutputOptions } from "../output/records.ts";

/** Shorter ones would be part of everything. */
const MIN_LENGTH = 3;

export function register(program: Command): void {
  const command = program
    .command("erase")
    .description(
      "Erase stored requests and responses of all accounts that have a value, such as a person's name. Counts them only, unless you add --yes.",
    )
    .argument("<value>", "the value as it is written in the records, at least 3 characters")
    .option("--yes", "erase them; this cannot be undone")
    .addHelpText(
      "after",
      `
Whole answers, pages and log lines are deleted; rows of the history stay without their parameters. What an owner has set up
(schedules, saved calls) and what is still at work is counted and left. Bytes stay in free pages of the database and in backups.`,
    );
  withOutputOptions(command).action(erase);
}

async function erase(value: string, { yes, ...output }: OutputOptions & { yes?: boolean }): Promise<void> {
  if (value.length < MIN_LENGTH) throw new CommandFailed(`The value must have at least ${MIN_LENGTH} characters.`);
  const { database } = readConfig(process.env);
  await whileOpen(await openStore(database), async (store) => {
    const how = { dryRun: yes !== true };
    const found = [
      ...(await eraseValue(store, value, how)),
      ...(await eraseFiles(join(database.dataDir, "unreadable"), value, how)),
    ];
    const rows = found.map(({ place, rows, isErased }) => ({ place, rows, fate: fateOf(isErased, yes === true) }));
    await printRecords(rows, ["place", "rows", "fate"], output);
  });
}

function fateOf(isErased: boolean, isDone: boolean): string {
  if (!isErased) return "left: its owner's, or still at work";
  return isDone ? "erased" : "would be erased";
}
