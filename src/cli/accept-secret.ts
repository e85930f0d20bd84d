import type { Command } from "commander";
import { readConfig } from "../app/config.ts";
import { refuseInUse } from "../store/in-use.ts";
import { openStore } from "../store/open-store.ts";
import { forgetSecret } from "../store/root-secret.ts";

export function register(program: Command): void {
  program
    .command("accept-secret")
    .description(
      "Let the next start use another AUTH_SECRET. Sessions end; second factors and webhook secrets made with the old one must be set up again.",
    )
    .action(async () => {
      const { database } = readConfig(process.env);
      // Two processes with two secrets would write what the other cannot read.
      await refuseInUse(database);
      const store = await openStore(database);
      try {
        await forgetSecret(store.db);
        process.stdout.write("The next start may use another AUTH_SECRET.\n");
      } finally {
        await store.close();
      }
    });
}
