import type { Command } from "commander";
import { Winnow } from "../../../client/src/index.ts";
import { readConfig } from "../../config.ts";
import { CommandFailed } from "../command-failed.ts";
import { exitCodes } from "../exit-codes.ts";

export interface ServiceOptions {
  url?: string;
  key?: string;
}

/** `--url` and `--key`, for every command that calls a service. */
export const withServiceOptions = (command: Command): Command =>
  command
    .option("--url <address>", "the service (WINNOW_URL)")
    .option("--key <key>", "the API key (WINNOW_KEY; prefer the variable: a command line can be seen by others)");

/** A service to call, at the address of the options or the environment. */
export interface Connected {
  url: string;
  hasKey: boolean;
  winnow: Winnow;
}

export function connect(options: ServiceOptions, needs: "key" | "no key" = "key"): Connected {
  const { url, key } = serviceOf(options, needs);
  return { url, hasKey: key !== "", winnow: new Winnow({ url, key }) };
}

/** A `key` that is not needed may be missing: what the service tells everybody is told without one. */
export function serviceOf(options: ServiceOptions, needs: "key" | "no key" = "key"): { url: string; key: string } {
  const { clientUrl, clientKey } = readConfig(process.env);
  const url = options.url ?? clientUrl;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandFailed(`--url: ${JSON.stringify(url)} is not an address such as http://127.0.0.1:8080`);
  }
  const key = options.key ?? clientKey;
  if (needs === "key" && key === "") throw new CommandFailed("no API key: set WINNOW_KEY", exitCodes.key[0]);
  return { url, key };
}
