import type { FastifyInstance } from "fastify";

/** `GET /health`: 200 once the service is ready and its store answers. */
export function registerHealth(server: FastifyInstance, healthy: () => Promise<boolean>): void {
  server.get("/health", async (_request, reply) => {
    const ok = await healthy().catch(() => false);
    return reply.code(ok ? 200 : 503).send({ status: ok ? "ok" : "unavailable" });
  });
}
