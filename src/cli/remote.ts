import type { Group } from "./command-groups.ts";
import { accountFile, remoteCommands } from "./remote-commands.ts";
import { runCommand } from "./run-command.ts";

/** The command line as a package without the service. Its completion gets the operations from the service. */
const groups: Group[] = [
  ...remoteCommands,
  accountFile(() => import("./account-file/commands.ts")),
  {
    commands: { completion: "print a shell completion script" },
    async load() {
      const [{ completing }, { connect }, { listOperations }] = await Promise.all([
        import("./completion.ts"),
        import("./service/connect.ts"),
        import("./service/operations.ts"),
      ]);
      return completing(groups, () => listOperations(connect({}, "no key")));
    },
  },
];

process.exitCode = await runCommand(process.argv.slice(2), groups);
