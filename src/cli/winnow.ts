import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { CommandFailed } from "./command-failed.ts";
import { registerFor } from "./commands.ts";
import { printError } from "./output/print-error.ts";

const program = new Command("winnow")
  .description("A data-extraction API: send one POST, get a JSON array of clean records.")
  .showHelpAfterError(process.stderr.isTTY ? "(winnow --help lists the commands)" : false)
  .configureOutput({ outputError: (text) => printError(text.replace(/^error: /, "").trim(), 1) })
  .version(packageJson.version, "--version", "print the version")
  .configureHelp({ showGlobalOptions: true });

/** What is said in a sentence, since a person can mend it; by name, since the classes bring their parts with them. */
const mendable = new Set([
  "AccountProblem",
  "BadSetting",
  "BrokenManifest",
  "CommandFailed",
  "UnknownSource",
  "SchemaMismatch",
  "CopyFailed",
]);

try {
  await registerFor(program, process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else if (error instanceof Error && mendable.has(error.name)) {
    const { exitCode, facts } = error instanceof CommandFailed ? error : { exitCode: 1, facts: {} };
    printError(error.message, exitCode, facts);
    process.exitCode = exitCode;
  } else throw error;
}
