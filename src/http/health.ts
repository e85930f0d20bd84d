import type { FastifyInstance } from "fastify";
import type { Lifecycle } from "./lifecycle.ts";

/**
 * What probes ask. `/health`: calls can be let in (the ledger answers). `/health/ready`: and this process wants more of
 * them. `/health/live`: the process runs; a supervisor that restarts it for anything else would only make things worse.
 */
export function registerHealth(server: FastifyInstance, canAdmit: () => Promise<boolean>, lifecycle: Lifecycle): void {
  const status = (ok: boolean) => ({ status: ok ? "ok" : "unavailable" });
  server.get("/health", async (_request, reply) => {
    const ok = await canAdmit().catch(() => false);
    return reply.code(ok ? 200 : 503).send(status(ok));
  });
  server.get("/health/ready", async (_request, reply) => {
    lifecycle.probed();
    const ok = lifecycle.isServing && (await canAdmit().catch(() => false));
    return reply.code(ok ? 200 : 503).send(status(ok));
  });
  server.get("/health/live", async () => status(true));
}
