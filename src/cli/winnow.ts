#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { BadSetting } from "../config.ts";
import { BrokenManifest } from "../contract/load-sources.ts";
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
registerKeys(program);
registerParse(program);
registerMcp(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else if (error instanceof CommandFailed || error instanceof BadSetting || error instanceof BrokenManifest) {
    console.error(`winnow: ${error.message}`);
    process.exitCode = error instanceof CommandFailed ? error.exitCode : 1;
  } else throw error;
}
