import type { FastifyInstance } from "fastify";
import type { MethodsOf } from "./registered-methods.ts";

/**
 * A path with a slash too many is sent to the path without it, as FastAPI does: 307 keeps the method and the body. Runs before
 * the key and the body are read, and before routes that take any path. A path that does not exist without it either is a 404.
 */
export function redirectTrailingSlashes(server: FastifyInstance, allowedOn: MethodsOf): void {
  server.addHook("onRequest", async ({ url }, reply) => {
    const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
    if (!path.endsWith("/") || allowedOn(path).length > 0) return;
    let end = path.length;
    while (path[end - 1] === "/") end -= 1;
    const without = path.slice(0, end);
    if (allowedOn(without).length > 0) return reply.redirect(without + query, 307);
  });
}
