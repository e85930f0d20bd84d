import { type Group, inRoom } from "./command-groups.ts";
import { operatorCommands } from "./operator/commands.ts";
import { accountFile, remoteCommands } from "./remote-commands.ts";
import { workshopCommands } from "./workshop/commands.ts";

/** The commands of `winnow` in an installation of the service: those of callers first. */
export const groups: Group[] = [
  ...remoteCommands,
  accountFile(() => import("./account-file/with-keys.ts")),
  ...inRoom({ name: "admin", title: "To run a service" }, operatorCommands),
  ...inRoom({ name: "dev", title: "To write and repair sources" }, workshopCommands),
];
