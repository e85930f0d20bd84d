import { basename } from "node:path";

/** `winnow`, of the package winnow-api, has all commands; `winnow-cli` those that call a service. Both can be installed. */
const REMOTE = "winnow-cli";
const isRemote = basename(process.argv[1] ?? "").startsWith(REMOTE);

export const programName = isRemote ? REMOTE : "winnow";

/** Where to find a command that this program lacks. */
export const elsewhere = isRemote
  ? " Commands that run or manage a service are in the package winnow-api: npm install --global winnow-api"
  : "";
