import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";
import { write } from "./output/write.ts";
import { checkedAddress, connect, DEFAULT_ADDRESS } from "./service/connect.ts";
import { asFailure } from "./service/failure.ts";
import { DEFAULT_PROFILE, keepProfile, profilesPath } from "./service/profiles.ts";

interface Options {
  profile: string;
  url?: string;
  check: boolean;
}

export function registerInit(program: Command): void {
  program
    .command("init")
    .description("Keep the address and the key of a service, so that nothing needs to be exported.")
    .option("--profile <name>", "a name for it, where there are several services", DEFAULT_PROFILE)
    .option("--url <address>", "the service; asked for unless given")
    .option("--no-check", "keep them without asking the service whether they work")
    .addHelpText(
      "after",
      `
The key is asked for, or read from standard input: it does not belong on a command line, which others can see.
  winnow init
  winnow init --profile work --url https://winnow.example < key.txt
Later: --profile work, or WINNOW_PROFILE=work. The last one that was kept is used where none is named.`,
    )
    .action(init);
}

async function init({ profile, url: given, check }: Options): Promise<void> {
  if (!/^[\w-]{1,40}$/.test(profile)) throw new CommandFailed("--profile: 1 to 40 letters, digits, - and _");
  const asked = given ?? (process.stdin.isTTY ? await ask(`Address [${DEFAULT_ADDRESS}]: `) : "");
  const url = checkedAddress(asked || DEFAULT_ADDRESS);
  const key = (process.stdin.isTTY ? await askSecretly("API key: ") : await text(process.stdin)).trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandFailed("there is no key: type it, or send it to standard input", exitCodes.key[0]);
  const known = check ? await figuresOf(url, key) : "not checked";
  const path = profilesPath(process.env);
  keepProfile(path, profile, { url, key });
  await write(`Kept as profile ${profile} in ${path}: ${url}, ${known}.\n`);
}

async function figuresOf(url: string, key: string): Promise<string> {
  try {
    const [token] = await connect({ url, key }).winnow.token.statistic();
    return `plan ${token!.plan}, ${token!.points} points`;
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

/** What is typed is not shown. */
async function askSecretly(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  const typed = await ask("", nowhere);
  process.stderr.write("\n");
  return typed;
}
