import type { FastifyInstance } from "fastify";

/** The methods that a path accepts, in the order of the routes; none if no route matches. */
export type MethodsOf = (path: string) => string[];

/** The server's own `hasRoute` knows `/jobs/:id` but not `/jobs/7`, so routes are recorded as they are added. */
export function registeredMethods(server: FastifyInstance): MethodsOf {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  server.addHook("onRoute", ({ url, method }) => {
    // The dashboard's `/*` matches every path, so it says nothing about this one.
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
