import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { readConfig } from "../../app/config.ts";
import { authSecret } from "../../app/service-secrets.ts";
import { errorMessage } from "../../base/thrown.ts";
import { addBackup, restoreBackup, writeBackup } from "../../store/backup.ts";
import { copyStore, type Sums, type TableCopy } from "../../store/copy-store.ts";
import { eraseFiles, eraseValue } from "../../store/erase-value.ts";
import { refuseInUse } from "../../store/in-use.ts";
import { connectStore, openStore, type StoreSettings, whileOpen } from "../../store/open-store.ts";
import { longRunning } from "../../store/postgres-settings.ts";
import { forgetSecret } from "../../store/root-secret.ts";
import { oneOrMore } from "../arguments.ts";
import { CommandFailed } from "../command-failed.ts";
import { type OutputOptions, printRecords, withOutputOptions } from "../output/records.ts";

const HOUR_MS = 3_600_000;

export function register(program: Command): void {
  program
    .command("backup")
    .description(
      "Write a backup of the store and its secret, with checksums, while the service runs. Keep it safe: whoever has it has every account.",
    )
    .argument("<folder>", "a new folder; with --keep one that holds several backups")
    .option("--keep <n>", "write to a folder in it, named by the time, and keep only the newest n backups", oneOrMore)
    .option("--every <hours>", "with --keep: go on, with a backup every so many hours", oneOrMore)
    .action(backUp);
  program
    .command("restore")
    .description("Check a backup and put it into the empty store that DATABASE_URL or DATA_DIR names.")
    .argument("<folder>", "what `winnow backup` wrote")
    .action(async (folder: string) => {
      const { database, accounts } = readConfig(process.env);
      const sums = await restoreBackup(folder, database, accounts.authSecret);
      process.stdout.write(`Restored and checked: ${inWords(sums)}. Start the service.\n`);
    });
  program
    .command("migrate-store")
    .description("Copy everything from one store to an empty one, and check that the totals match.")
    .requiredOption("--from <place>", "a DATA_DIR, or an address such as postgres://user@host/db")
    .requiredOption("--to <place>", "the new store, in the same form")
    .action(migrateStore);
  program
    .command("accept-secret")
    .description(
      "Let the next start use another AUTH_SECRET. Sessions end; second factors and webhook secrets made with the old one must be set up again.",
    )
    .action(acceptSecret);
  const erasing = program
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
  withOutputOptions(erasing).action(erase);
}

async function backUp(folder: string, { keep, every }: { keep?: number; every?: number }): Promise<void> {
  const config = readConfig(process.env);
  const secret = authSecret(config);
  if (keep === undefined && every !== undefined)
    throw new CommandFailed("--every needs --keep: say how many backups to keep.", 1);
  const once = () =>
    keep === undefined
      ? writeBackup(config.database, secret, folder)
      : addBackup(config.database, secret, folder, keep);
  const say = (sums: Sums) => process.stdout.write(`Backed up to ${folder}: ${inWords(sums)}.\n`);
  if (every === undefined) return void say(await once());
  for (;;) {
    // The age of the newest backup is a metric with an alert: a backup that failed is tried again at its next time.
    await once().then(say, (error: unknown) => process.stderr.write(`No backup: ${errorMessage(error)}\n`));
    await setTimeout(every * HOUR_MS);
  }
}

const inWords = ({ accounts, keys, points, charged }: Sums): string =>
  `${accounts} accounts, ${keys} keys, ${points} points, ${charged} charged`;

/** A PostgreSQL address, or a folder with the embedded store. */
const storeAt = (place: string): StoreSettings =>
  /^postgres(ql)?:\/\//.test(place) ? { dataDir: "", url: place, ...longRunning } : { dataDir: place, url: "" };

async function migrateStore({ from, to }: { from: string; to: string }): Promise<void> {
  const source = storeAt(from);
  if (source.url === "" && !existsSync(join(from, "winnow.db"))) {
    throw new CommandFailed(`There is no store in ${from}.`, 1);
  }
  for (const place of [source, storeAt(to)])
    if (place.url !== "" || existsSync(place.dataDir)) await refuseInUse(place);
  // The source is only read: it may be of a version before 1.0.0, which this one cannot migrate.
  const stores = [connectStore(source), await openStore(storeAt(to))] as const;
  try {
    const report = ({ table, rows }: TableCopy) => process.stdout.write(`${table}: ${rows}\n`);
    const sums = await copyStore(...stores, () => secretOf(source), report);
    process.stdout.write(
      `Equal on both sides: ${sums.accounts} accounts, ${sums.keys} keys, ${sums.points} points, ledger of ${sums.ledger}, ${sums.charged} charged, ${sums.held} held.\n`,
    );
  } finally {
    for (const store of stores) await store.close();
  }
}

/** AUTH_SECRET, or what is kept in the store's folder. */
const secretOf = ({ dataDir }: StoreSettings): string =>
  authSecret(readConfig({ ...process.env, ...(dataDir && { DATA_DIR: dataDir }) }));

async function acceptSecret(): Promise<void> {
  const { database } = readConfig(process.env);
  // Two processes with two secrets would write what the other cannot read.
  await refuseInUse(database);
  await whileOpen(await openStore(database), ({ db }) => forgetSecret(db));
  process.stdout.write("The next start may use another AUTH_SECRET.\n");
}

/** Shorter ones would be part of everything. */
const MIN_LENGTH = 3;

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
