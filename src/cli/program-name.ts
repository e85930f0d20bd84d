import { basename } from "node:path";

/** The package `winnow` has all commands; `winnow-cli` has only those that call a service, under a name of its own, so that both can be installed. */
const REMOTE = "winnow-cli";
const isRemote = basename(process.argv[1] ?? "").startsWith(REMOTE);

export const programName = isRemote ? REMOTE : "winnow";

/** Where to find a command that this program lacks. */
export const elsewhere = isRemote
  ? " Commands that run or manage a service are in the package winnow: npm install --global winnow"
  : "";
