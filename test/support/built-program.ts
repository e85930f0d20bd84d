import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { ensureDashboardBuilt } from "../../src/cli/bundle/build-dashboard.ts";
import { ensureBundle } from "../../src/cli/bundle/find-bundle.js";
import { builtFolder } from "../../src/entry/dashboard/built-folder.ts";
import { namedFiles } from "./named-files.ts";

/**
 * Builds everything once before the whole suite, because concurrent tests that start the service would each build the
 * program. A run of named files or folders does not wait: tests that need a program or a browser build what is missing.
 */
export default async function buildProgram(): Promise<void> {
  const named = namedFiles();
  // No test in `src` needs the built dashboard.
  const isBuiltOrUnused = existsSync(builtFolder) || named.every((path) => path.startsWith("src/"));
  if (named.length > 0 && isBuiltOrUnused) return;
  const log = { info: console.log, error: (context: object, message: string) => console.error(message, context) };
  const dashboard = ensureDashboardBuilt(log);
  // A turn later, when the dashboard's own process has started: this one stands still while the program is built.
  await setImmediate();
  ensureBundle();
  await dashboard;
}
