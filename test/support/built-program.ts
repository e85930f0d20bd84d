import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { builtFolder, ensureDashboardBuilt } from "../../src/app/build-dashboard.ts";
import { ensureBundle } from "../../src/cli/bundle/find-bundle.js";

/**
 * Builds everything once before the whole suite, because concurrent tests that start the service would each build the
 * program. A run of named files does not wait: tests that need a program or a browser build what is missing.
 */
export default async function buildProgram(): Promise<void> {
  const namesFiles = process.argv.some((word) => /\.test\.tsx?$/.test(word));
  if (namesFiles && existsSync(builtFolder)) return;
  const log = { info: console.log, error: (context: object, message: string) => console.error(message, context) };
  const dashboard = ensureDashboardBuilt(log);
  // A turn later, when the dashboard's own process has started: this one stands still while the program is built.
  await setImmediate();
  ensureBundle();
  await dashboard;
}
