import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Change, type Changing, deprecationHeaders, deprecations } from "../../contract/changes.ts";

/** Tells callers of something deprecated so with every response, whatever its status: one place for all routes. */
export function registerDeprecation(server: FastifyInstance, described: Map<string, Changing>): void {
  const deprecated = new Map<string, Change[]>();
  for (const [route, changing] of described) {
    const changes = deprecations(changing);
    if (changes.length > 0) deprecated.set(route.replaceAll(/\{(\w+)\}/g, ":$1"), changes);
  }
  if (deprecated.size === 0) return;
  server.addHook("onSend", async (request, reply) => {
    const changes = deprecated.get(`${request.method} ${request.routeOptions.url}`);
    const used = changes?.find(({ field }) => field === undefined) ?? changes?.find(usedBy(request));
    if (!used) return;
    const { link, ...headers } = deprecationHeaders(used);
    reply.headers(headers);
    if (link) reply.header("link", [reply.getHeader("link") ?? [], link].flat().join(", "));
  });
}

const usedBy = (request: FastifyRequest) => {
  const names = new Set(Object.keys({ ...(request.query as object), ...sentFields(request.body) }));
  return ({ field }: Change): boolean => field !== undefined && names.has(field);
};

function sentFields(body: unknown): object {
  try {
    const sent: unknown = Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body;
    return typeof sent === "object" && sent !== null && !("pipe" in sent) ? sent : {};
  } catch {
    return {};
  }
}
