import { ensureDashboardBuilt } from "../../src/build-dashboard.ts";

/** The dashboard is built once, before any test: two that start the service at once must not build over each other. */
export default (): Promise<void> =>
  ensureDashboardBuilt({ info: console.log, error: (context, message) => console.error(message, context) });
