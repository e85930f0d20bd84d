import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installTools } from "../support/install-tools.ts";

/** Finds imports that break the layers, and cycles (`.dependency-cruiser.cjs`). */
installTools(import.meta.dirname);
const cruiser = join(import.meta.dirname, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
const folders = ["src", "dashboard/src", "client/src", "scripts", "bench", "test"];
const { status } = spawnSync(process.execPath, [cruiser, "--config", ".dependency-cruiser.cjs", ...folders], {
  cwd: join(import.meta.dirname, "../.."),
  stdio: "inherit",
});
process.exitCode = status ?? 1;
