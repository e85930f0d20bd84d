import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptsProblem, PROBLEM } from "../../base/content-negotiation.ts";
import { catalogue } from "../../contract/catalogue.ts";
import { WinnowError } from "../../contract/errors.ts";
import { serialiseValidation } from "../../contract/reading/serialise.ts";
import { isStoreUnavailable } from "../../store/store-unavailable.ts";
import { beginCall } from "./call.ts";
import { errorHeaders } from "./headers.ts";
import { tooLarge } from "./large-bodies.ts";

/** Handles every error of a route: one format, one place. */
export function registerErrors(server: FastifyInstance): void {
  const allowedOn = registeredMethods(server);
  const notFoundOr405 = (request: FastifyRequest, reply: FastifyReply): WinnowError => {
    const allowed = allowedOn(request.url.replace(/\?.*/s, ""));
    if (allowed.length === 0) return new WinnowError("not_found");
    reply.header("allow", allowed.join(", "));
    return new WinnowError("method_not_allowed");
  };
  server.setErrorHandler((error: FastifyError | WinnowError, request, reply) => {
    const shown = error instanceof WinnowError ? error : fromFastify(error, request);
    if (!(error instanceof WinnowError) && shown.status >= 500) {
      const isSilent = request.call.retention === "none";
      request.log.error(isSilent ? { name: error.name } : { err: error }, "unexpected error");
    }
    request.failure = shown;
    return sendError(reply, shown);
  });
  redirectTrailingSlashes(server, allowedOn);
  // Runs before the body is read, which does not matter if no route accepts it.
  server.addHook("onRequest", async (request, reply) => {
    if (request.is404 && request.method !== "GET") throw notFoundOr405(request, reply);
  });
  server.setNotFoundHandler((request, reply) => sendError(reply, notFoundOr405(request, reply)));
}

export function sendError(reply: FastifyReply, error: WinnowError): FastifyReply {
  const problem = acceptsProblem(reply.request.headers.accept) ? problemBody(error) : null;
  return reply
    .code(error.status)
    .headers(errorHeaders(error))
    .header("content-type", problem === null ? "application/json" : PROBLEM)
    .send(problem ?? errorBody(error));
}

/** RFC 9457, where the detail is a sentence; null for a list of items, which has FastAPI's form for everyone. */
function problemBody({ code, status, detail }: WinnowError): string | null {
  if (typeof detail !== "string") return null;
  return JSON.stringify({ type: `/docs/errors.md#${code}`, title: catalogue[code].text, status, detail, code });
}

export const errorBody = (error: WinnowError): string =>
  typeof error.detail === "string" ? JSON.stringify({ detail: error.detail }) : serialiseValidation(error.detail);

/** An unreadable address has no route, and so no hook: its call begins here. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, now: number) {
  beginCall(request, reply, now);
  sendError(reply, fromFastify(error, request));
}

function fromFastify(error: FastifyError, request: FastifyRequest): WinnowError {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return tooLarge(request);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new WinnowError("bad_request", error.message);
  }
  return new WinnowError(isStoreUnavailable(error) ? "unavailable" : "internal", undefined, { cause: error });
}

/**
 * A path with a slash too many is sent to the path without it, as FastAPI does: 307 keeps the method and the body. Runs before
 * the key and the body are read, and before routes that take any path. A path that does not exist without it either is a 404.
 */
function redirectTrailingSlashes(server: FastifyInstance, allowedOn: MethodsOf): void {
  server.addHook("onRequest", async ({ url }, reply) => {
    const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
    if (!path.endsWith("/") || allowedOn(path).length > 0) return;
    let end = path.length;
    while (path[end - 1] === "/") end -= 1;
    const without = path.slice(0, end);
    if (allowedOn(without).length > 0) return reply.redirect(without + query, 307);
  });
}

/** The methods that a path accepts, in the order of the routes; none if no route matches. */
type MethodsOf = (path: string) => string[];

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
