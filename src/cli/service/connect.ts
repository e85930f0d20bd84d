import type { Command } from "commander";
import { Winnow } from "../../../client/src/index.ts";
import { readClient } from "../../app/config.ts";
import { CommandFailed } from "../command-failed.ts";
import { exitCodes } from "../exit-codes.ts";
import { programName } from "../program-name.ts";
import { readProfile } from "./profiles.ts";

export interface ServiceOptions {
  url?: string;
  key?: string;
  profile?: string;
}

/** `--url`, `--key` and `--profile`, for every command that calls a service. */
export const withServiceOptions = (command: Command): Command =>
  command
    .option("--url <address>", "the service (WINNOW_URL)")
    .option("--key <key>", "the API key (safer: set WINNOW_KEY, because others can see the command line)")
    .option("--profile <name>", `profile saved by \`${programName} init\` (WINNOW_PROFILE)`);

/** A service to call, at the address from the options or the environment. */
export interface Connected {
  url: string;
  hasKey: boolean;
  winnow: Winnow;
}

export function connect(options: ServiceOptions, needs: "key" | "no key" = "key"): Connected {
  const { url, key } = findService(options, needs);
  const { timeout } = readClient(process.env);
  return { url, hasKey: key !== "", winnow: new Winnow({ url, key, ...(timeout > 0 && { timeout }) }) };
}

/**
 * Options override the environment, which overrides a profile. A profile's key is only for its own address: it is never
 * sent to another. An optional `key` may be missing.
 */
export function findService(options: ServiceOptions, needs: "key" | "no key" = "key"): { url: string; key: string } {
  const { url: clientUrl, key: clientKey } = readClient(process.env);
  const named = options.url ?? (process.env.WINNOW_URL ? clientUrl : undefined);
  const given = options.key ?? (clientKey || undefined);
  const profile =
    options.profile !== undefined || named === undefined || given === undefined
      ? readProfile(process.env, options.profile)
      : null;
  const url = checkedAddress(named ?? profile?.url ?? clientUrl);
  const key = given ?? (profile && sameService(profile.url, url) ? profile.key : "");
  if (needs === "key" && key === "") {
    throw new CommandFailed(`no API key: set WINNOW_KEY or run ${programName} init`, exitCodes.key[0]);
  }
  return { url, key };
}

export const DEFAULT_ADDRESS = "http://127.0.0.1:8080";

export function checkedAddress(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new CommandFailed(`--url: ${JSON.stringify(url)} is not an address such as ${DEFAULT_ADDRESS}`);
}

const sameService = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;
