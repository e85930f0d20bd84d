import type { Group } from "./command-groups.ts";
import { accountFile, remoteCommands } from "./remote-commands.ts";
import { runCommand } from "./run-command.ts";

/** The command line as a package without the service. */
const groups: Group[] = [...remoteCommands, accountFile(() => import("./account-file/commands.ts"))];

process.exitCode = await runCommand(process.argv.slice(2), groups);
