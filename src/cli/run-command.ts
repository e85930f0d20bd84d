import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { FixableError } from "../base/fixable-error.ts";
import { CommandFailed } from "./command-failed.ts";
import { type Group, registerFor, withoutRoom } from "./command-groups.ts";
import { elsewhere, programName } from "./program-name.ts";

/** Runs the command that `words` name and returns its exit code. Prints errors, except internal faults. */
export async function runCommand(given: string[], groups: readonly Group[]): Promise<number> {
  const words = withoutRoom(given, groups);
  const explained = (text: string) => {
    if (/^error: unknown command/.test(text) && !text.includes("Did you mean")) return `${text.trim()}.${elsewhere}`;
    const [, format] = /unknown option '--(table|json|ndjson|csv)'/.exec(text) ?? [];
    if (format) return `${text.trim()}. Use --output ${format}.`;
    const [, file] = /argument '(xlsx|parquet)' is invalid/.exec(text) ?? [];
    return file ? `${text.trim()} ${programName} links of-job <id> --format ${file} gives a file.` : text;
  };
  const program = new Command(programName)
    .description("A data-extraction API: send one POST, get a JSON array of clean records.")
    .showHelpAfterError(process.stderr.isTTY ? `(${programName} --help lists the commands)` : false)
    .configureOutput({
      outputError: (text) =>
        printError(
          explained(text)
            .replace(/^error: /, "")
            .trim(),
          1,
        ),
    })
    .version(packageJson.version, "--version", "print the version")
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  try {
    await registerFor(program, groups, words);
    await program.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof FixableError)) throw error;
    const { exitCode, facts } = error instanceof CommandFailed ? error : { exitCode: 1, facts: {} };
    printError(error.message, exitCode, facts);
    return exitCode;
  }
}

/** Prints a sentence for humans; for programs, whenever stderr is not a terminal, one line of JSON. */
export function printError(message: string, exitCode: number, facts: Record<string, unknown> = {}): void {
  if (process.stderr.isTTY) process.stderr.write(`${programName}: ${message}\n`);
  else process.stderr.write(`${JSON.stringify({ error: { message, exit_code: exitCode, ...facts } })}\n`);
}
