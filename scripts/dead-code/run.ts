import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installTools } from "../support/install-tools.ts";

/** Finds unused files, exports and packages (`knip.json`). */
installTools(import.meta.dirname);
const knip = join(import.meta.dirname, "node_modules/knip/bin/knip.js");
const { status } = spawnSync(process.execPath, [knip], { cwd: join(import.meta.dirname, "../.."), stdio: "inherit" });
process.exitCode = status ?? 1;
