import { join } from "node:path";
import { installTools } from "../../scripts/support/install-tools.ts";

/** Installs the programs that Winnow is compared with, when a benchmark first needs them. */
export const installRivals = (): void => installTools(join(import.meta.dirname, ".."));
