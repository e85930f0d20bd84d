import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import cors from "@fastify/cors";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import type { ErrorCode } from "../../contract/catalogue.ts";
import { WinnowError } from "../../contract/errors.ts";
import { headerCatalogue } from "../../docs/headers.ts";
import type { Probes } from "../../endpoints/context.ts";
import { endpoints } from "../../endpoints/index.ts";
import { limits } from "../../limits/limits.ts";
import { newRequestId } from "../../service/request-id.ts";
import { findArrival } from "./arrivals.ts";
import { beginCall, refuseRetain, requireHost } from "./call.ts";
import { registerCompression } from "./compression.ts";
import { registerConnectionBounds } from "./connection-bounds.ts";
import { registerDataOperations } from "./data-operations.ts";
import type { ServerDependencies } from "./dependencies.ts";
import { mountForKeys } from "./endpoints.ts";
import { errorBody, registerErrors, sendFrameworkError } from "./errors.ts";
import { errorHeaders } from "./headers.ts";
import { registerLargeBodies } from "./large-bodies.ts";
import { registerLifecycle } from "./lifecycle.ts";
import { closeSoon } from "./linger.ts";
import { registerLlms } from "./llms.ts";
import { createLoadShedding, serverBehind } from "./load-shedding.ts";
import { registerReference } from "./reference.ts";
import { registerRequestGuards } from "./request-guards.ts";
import { registerStandIns } from "./stand-ins.ts";
import { registerUnreadResponses } from "./unread-responses.ts";
import { registerWellKnown } from "./well-known.ts";

/** Probes: `/health` checks the ledger, `/health/ready` also whether this process accepts more calls. */
export const createProbes = ({ canAdmit, lifecycle, stalledSources }: ServerDependencies): Probes => ({
  stalledSources,
  async admitting() {
    if (!(await canAdmit().catch(() => false))) throw new WinnowError("unavailable", "The store does not answer.");
  },
  serving() {
    lifecycle.probed();
    if (!lifecycle.isServing) throw new WinnowError("unavailable", "The service is stopping.");
  },
});

const isApi = (url: string): boolean => /^\/(api|token|jobs|batches|openapi\.json)(\/|\?|$)/.test(url);

/**
 * Lets pages of these origins call the API from a browser, with their own key; by default none may. The dashboard's API and
 * MCP stay closed to them.
 */
async function registerCors(server: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return;
  await server.register(cors, {
    delegator: ({ url }, done) =>
      done(null, {
        origin: isApi(url) ? origins : false,
        methods: ["GET", "POST", "DELETE"],
        exposedHeaders: Object.keys(headerCatalogue),
        maxAge: 600,
      }),
  });
}

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_late",
};

/** Errors that Node detects before there is a request (headers too long, not HTTP) get our own format too. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const shown = new WinnowError(codes[error.code ?? ""] ?? "bad_request", ...words(error));
  const body = errorBody(shown);
  const head = Object.entries({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": newRequestId(Date.now()),
    ...errorHeaders(shown),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}\r\n${head.join("")}\r\n${body}`);
  closeSoon(socket);
}

const words = ({ code }: NodeJS.ErrnoException): [string?] =>
  code !== undefined && code in codes ? [] : ["The request is not valid HTTP."];

/** The server, with its plugins in the order in which a request meets them. */
export async function buildServer(dependencies: ServerDependencies): Promise<FastifyInstance> {
  const { service, clock } = dependencies;
  const server = Fastify({
    serverFactory: serverBehind(createLoadShedding(dependencies), {
      headersTimeout: limits.requestHead.max * 1000,
      requestTimeout: limits.requestBody.max * 1000,
    }),
    loggerInstance: dependencies.log,
    // The data operations themselves log one line per call.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: dependencies.trustProxy || false,
    bodyLimit: limits.otherBody.max,
    // An id of any length reaches its route, which responds 404; the request line is bounded anyway.
    routerOptions: { maxParamLength: 16 * 1024 },
    forceCloseConnections: "idle",
    // Late requests get our own 503.
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => sendFrameworkError(error, request, reply, clock.now()),
  });
  server.decorate("windows", dependencies.windows);
  server.addHook("onRequest", async (request, reply) => {
    beginCall(request, reply, findArrival(request.raw)?.at ?? clock.now());
    requireHost(request);
  });
  await registerCors(server, dependencies.corsOrigins);
  registerConnectionBounds(server);
  registerUnreadResponses(server, clock);
  await registerCompression(server);
  registerErrors(server);
  registerRequestGuards(server, dependencies.trustProxy, dependencies.onUntrustedProxy);
  server.addHook(
    "onRequest",
    refuseRetain((path) => service.registry.byPath(path) !== undefined),
  );
  registerLargeBodies(server, clock);
  registerLifecycle(server, dependencies.lifecycle);
  registerReference(server, service.registry, dependencies.publicOrigin);
  registerLlms(server, service.registry, dependencies.publicOrigin);
  registerWellKnown(server, dependencies);
  registerStandIns(server, dependencies);
  registerDataOperations(server, service, dependencies.jobs, clock);
  mountForKeys(server, endpoints, {
    ...dependencies,
    probes: createProbes(dependencies),
  });
  for (const entryPoint of dependencies.entryPoints) await entryPoint(server);
  await server.ready();
  return server;
}
