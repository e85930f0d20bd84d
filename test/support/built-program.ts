import { ensureDashboardBuilt } from "../../src/build-dashboard.ts";
import { ensureCompiled } from "../../src/cli/compiled/compiled-program.js";

/** Built once, before any test: two that start the service at once must not build side by side. */
export default async function buildProgram(): Promise<void> {
  ensureCompiled();
  await ensureDashboardBuilt({ info: console.log, error: (context, message) => console.error(message, context) });
}
