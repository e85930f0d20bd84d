import type { Command } from "commander";
import { readConfig } from "../app/config.ts";
import { openStore } from "../store/open-store.ts";
import { forgetSecret } from "../store/secret-check.ts";

export function register(program: Command): void {
  program
    .command("accept-secret")
    .description(
      "Let the next start use another AUTH_SECRET. Sessions end; second factors and webhook secrets made with the old one must be set up again.",
    )
    .action(async () => {
      const store = await openStore(readConfig(process.env).database);
      try {
        await forgetSecret(store.db);
        process.stdout.write("The next start may use another AUTH_SECRET.\n");
      } finally {
        await store.close();
      }
    });
}
