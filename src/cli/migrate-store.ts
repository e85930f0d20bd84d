import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { copyStore } from "../store/copy-store.ts";
import { refuseInUse } from "../store/in-use.ts";
import { connectStore, openStore, type StoreSettings } from "../store/open-store.ts";
import { longRunning } from "../store/postgres-settings.ts";
import { CommandFailed } from "./command-failed.ts";

/** A PostgreSQL address, or a folder with the embedded store. */
const storeAt = (place: string): StoreSettings =>
  /^postgres(ql)?:\/\//.test(place) ? { dataDir: "", url: place, ...longRunning } : { dataDir: place, url: "" };

export function register(program: Command): void {
  program
    .command("migrate-store")
    .description("Copy everything from one store to an empty one, and check that the totals match.")
    .requiredOption("--from <place>", "a DATA_DIR, or an address such as postgres://user@host/db")
    .requiredOption("--to <place>", "the new store, in the same form")
    .action(async ({ from, to }: { from: string; to: string }) => {
      const source = storeAt(from);
      if (source.url === "" && !existsSync(join(from, "winnow.db"))) {
        throw new CommandFailed(`There is no store in ${from}.`, 1);
      }
      for (const place of [source, storeAt(to)])
        if (place.url !== "" || existsSync(place.dataDir)) await refuseInUse(place);
      // The source is only read: it may be of a version before 1.0, which this one cannot migrate.
      const stores = [connectStore(source), await openStore(storeAt(to))] as const;
      try {
        const sums = await copyStore(...stores, ({ table, rows }) => process.stdout.write(`${table}: ${rows}\n`));
        process.stdout.write(
          `Equal on both sides: ${sums.accounts} accounts, ${sums.keys} keys, ${sums.points} points, ledger of ${sums.ledger}, ${sums.charged} charged, ${sums.held} held.\n`,
        );
      } finally {
        for (const store of stores) await store.close();
      }
    });
}
