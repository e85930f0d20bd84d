import "../base/buffer-pool.ts";
import { groups } from "./commands.ts";
import { runCommand } from "./run-command.ts";

process.exitCode = await runCommand(process.argv.slice(2), groups);
