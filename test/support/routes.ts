import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";

/** One method of one route of a running server. */
interface NotedRoute {
  method: string;
  url: string;
  bodyLimit: number | undefined;
}

/** Records every route of the servers that `start` creates, whichever part of the service adds it. */
export async function notingRoutes<T>(start: () => Promise<T>): Promise<{ started: T; routes: NotedRoute[] }> {
  const routes: NotedRoute[] = [];
  const note = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method: methods, url, bodyLimit }: RouteOptions) => {
      for (const method of [methods].flat()) routes.push({ method, url, bodyLimit });
    });
  };
  subscribe("fastify.initialization", note);
  try {
    return { started: await start(), routes };
  } finally {
    unsubscribe("fastify.initialization", note);
  }
}
