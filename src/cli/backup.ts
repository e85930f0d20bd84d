import type { Command } from "commander";
import { readConfig } from "../app/config.ts";
import { authSecret } from "../app/service-secrets.ts";
import { restoreBackup, writeBackup } from "../store/backup.ts";
import type { Sums } from "../store/copy-store.ts";

const inWords = ({ accounts, keys, points, charged }: Sums): string =>
  `${accounts} accounts, ${keys} keys, ${points} points, ${charged} charged`;

export function register(program: Command): void {
  program
    .command("backup")
    .description(
      "Write a backup of the store and its secret, with checksums, while the service runs. Keep it safe: whoever has it has every account.",
    )
    .argument("<folder>", "a new folder")
    .action(async (folder: string) => {
      const config = readConfig(process.env);
      const sums = await writeBackup(config.database, authSecret(config), folder);
      process.stdout.write(`Backed up to ${folder}: ${inWords(sums)}.\n`);
    });
  program
    .command("restore")
    .description("Check a backup and put it into the empty store that DATABASE_URL or DATA_DIR names.")
    .argument("<folder>", "what `winnow backup` wrote")
    .action(async (folder: string) => {
      const { database, accounts } = readConfig(process.env);
      const sums = await restoreBackup(folder, database, accounts.authSecret);
      process.stdout.write(`Restored and checked: ${inWords(sums)}. Start the service.\n`);
    });
}
