import type { FastifyInstance } from "fastify";
import { WinnowError } from "../../contract/errors.ts";
import type { Lifecycle } from "./lifecycle.ts";

/**
 * What probes ask. `/health`: calls can be let in (the ledger answers). `/health/ready`: and this process wants more of
 * them. `/health/live`: the process runs; a supervisor that restarts it for anything else would only make things worse.
 */
export function registerHealth(
  server: FastifyInstance,
  canAdmit: () => Promise<boolean>,
  lifecycle: Lifecycle,
  stalledSources: () => string[] = () => [],
): void {
  const refuseUnlessAdmitting = async () => {
    if (!(await canAdmit().catch(() => false))) throw new WinnowError("unavailable", "The store does not answer.");
  };
  server.get("/health", async () => {
    await refuseUnlessAdmitting();
    return { status: "ok" };
  });
  server.get("/health/ready", async () => {
    lifecycle.probed();
    if (!lifecycle.isServing) throw new WinnowError("unavailable", "The service is stopping.");
    await refuseUnlessAdmitting();
    // Still ready: the other sources are served, and another process could do no better.
    const stalled = stalledSources();
    return { status: "ok", ...(stalled.length > 0 && { stalled_sources: stalled }) };
  });
  server.get("/health/live", async () => ({ status: "ok" }));
}
