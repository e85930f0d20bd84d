#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { AccountProblem } from "../accounts/accounts.ts";
import { BadSetting } from "../config.ts";
import { BrokenManifest } from "../contract/load-sources.ts";
import { registerAccountCommands } from "./accounts-commands.ts";
import { CommandFailed } from "./command-failed.ts";
import { registerKeys } from "./keys.ts";
import { registerMcp } from "./mcp.ts";
import { registerParse } from "./parse.ts";
import { registerServe } from "./serve.ts";

const program = new Command("winnow")
  .description("A data-extraction API: one POST in, a JSON array of clean records out.")
  .showHelpAfterError("(winnow --help lists the commands)")
  .configureHelp({ showGlobalOptions: true });

registerServe(program);
registerAccountCommands(program, registerKeys(program));
registerParse(program);
registerMcp(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else if ([AccountProblem, BadSetting, BrokenManifest, CommandFailed].some((kind) => error instanceof kind)) {
    console.error(`winnow: ${(error as Error).message}`);
    process.exitCode = error instanceof CommandFailed ? error.exitCode : 1;
  } else throw error;
}
