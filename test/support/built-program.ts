import { ensureDashboardBuilt } from "../../src/app/build-dashboard.ts";
import { ensureBundle } from "../../src/cli/bundle/find-bundle.js";

/** Builds everything once before the tests, because two tests that start the service at once must not build side by side. */
export default async function buildProgram(): Promise<void> {
  ensureBundle();
  await ensureDashboardBuilt({ info: console.log, error: (context, message) => console.error(message, context) });
}
