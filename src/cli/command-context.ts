import { readConfig } from "../app/config.ts";
import { type AccountParts, withAccounts } from "../app/open-accounts.ts";

/** What the commands on accounts and keys operate on, and where they print. */
export interface CommandContext {
  withParts<T>(work: (parts: AccountParts) => Promise<T>): Promise<T>;
  console: Pick<Console, "log" | "error" | "table">;
}

/** The configured store, and the terminal. */
export const ownContext = (): CommandContext => ({
  withParts: (work) => withAccounts(readConfig(process.env), work),
  console,
});
