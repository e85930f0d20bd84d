import type { FastifyInstance } from "fastify";
import type { Clock } from "../../../base/clock.ts";
import { WinnowError } from "../../../contract/errors.ts";
import type { Service } from "../../../service/service.ts";
import { createAddressLimit } from "../address-limit.ts";
import { secretOf } from "../call.ts";
import { standingHeaders } from "../headers.ts";

/** Routes about work of the caller's own: free, counted in no window, limited per address. */
export function registerOwnRoutes(
  server: FastifyInstance,
  service: Service,
  clock: Clock,
  routes: (scope: FastifyInstance) => void,
): void {
  server.register(async (scope) => {
    const limit = createAddressLimit(clock, scope.windows, { of: "jobs", requests: 1_200, seconds: 60 });
    scope.addHook("onRequest", async (request) => {
      limit(request.ip);
      request.holder = await service.identify(secretOf(request), request.ip);
      if (request.holder.key.usage_context === "mcp_only") throw new WinnowError("mcp_only");
    });
    scope.addHook("onSend", async ({ call, holder }, reply) => {
      if (holder) await service.tellStanding(holder, call);
      reply.headers(standingHeaders(call, clock.now()));
    });
    routes(scope);
  });
}

/** What was asked for, or 404 in the words of the thing. */
export function found<T>(thing: T | null | undefined, what: string): T {
  if (thing === null || thing === undefined) throw new WinnowError("not_found", `There is no such ${what}.`);
  return thing;
}
