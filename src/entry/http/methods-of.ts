import type { FastifyInstance } from "fastify";

/** Which methods a path takes, in the order of the routes; none where no route has it. */
type MethodsOf = (path: string) => string[];

/** The server's own `hasRoute` knows `/jobs/:id` and not `/jobs/7`, so that routes are noted as they are made. */
export function methodsOf(server: FastifyInstance): MethodsOf {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  server.addHook("onRoute", ({ url, method }) => {
    // The dashboard's `/*` is every path: it says nothing about this one.
    if (url.endsWith("*")) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  return (path) => {
    const found = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`);
