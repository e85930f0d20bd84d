import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";
import { write } from "./output/write.ts";
import { programName } from "./program-name.ts";
import { checkedAddress, connect, DEFAULT_ADDRESS } from "./service/connect.ts";
import { asFailure } from "./service/failure.ts";
import { DEFAULT_PROFILE, keepProfile, profilesPath } from "./service/profiles.ts";

interface Options {
  profile: string;
  url?: string;
  check: boolean;
}

export function register(program: Command): void {
  program
    .command("init")
    .description("Save a service's address and key in a profile, so that you need no environment variables.")
    .option("--profile <name>", "name of the profile", DEFAULT_PROFILE)
    .option("--url <address>", "address of the service (default: ask)")
    .option("--no-check", "save without checking the key")
    .addHelpText(
      "after",
      `
Asks for the key, or reads it from standard input. Other users of the machine can see a key on the command line.
  ${programName} init
  ${programName} init --profile work --url https://winnow.example < key.txt
Choose a profile with --profile work or WINNOW_PROFILE=work. The default is the profile saved last.`,
    )
    .action(init);
}

async function init({ profile, url: given, check }: Options): Promise<void> {
  if (!/^[\w-]{1,40}$/.test(profile)) throw new CommandFailed("--profile: 1 to 40 letters, digits, - and _");
  const asked = given ?? (process.stdin.isTTY ? await ask(`Address [${DEFAULT_ADDRESS}]: `) : "");
  const url = checkedAddress(asked || DEFAULT_ADDRESS);
  const key = (process.stdin.isTTY ? await askSecretly("API key: ") : await text(process.stdin)).trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandFailed("no key: type it, or send it on standard input", exitCodes.key[0]);
  const known = check ? await figures(url, key) : "not checked";
  const path = profilesPath(process.env);
  keepProfile(path, profile, { url, key });
  await write(`Saved as profile ${profile} in ${path}: ${url}, ${known}.\n`);
}

async function figures(url: string, key: string): Promise<string> {
  try {
    const [token] = await connect({ url, key }).winnow.token.statistic();
    return `plan ${token?.plan}, ${token?.points} points`;
  } catch (error) {
    throw asFailure(error, url);
  }
}

async function ask(question: string, output: NodeJS.WritableStream = process.stderr): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

/** Reads without echo. */
async function askSecretly(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  const typed = await ask("", nowhere);
  process.stderr.write("\n");
  return typed;
}
