import Fastify, { type FastifyInstance, LogController } from "fastify";
import { endpoints } from "../../endpoints/index.ts";
import { limits } from "../../limits/limits.ts";
import { findArrival } from "./arrivals.ts";
import { beginCall, refuseRetain, requireHost } from "./call.ts";
import { answerClientError } from "./client-errors.ts";
import { registerCompression } from "./compression.ts";
import { registerConnectionBounds } from "./connection-bounds.ts";
import { registerCors } from "./cors.ts";
import { registerDataOperations } from "./data-operations.ts";
import type { ServerDependencies } from "./dependencies.ts";
import { mountForKeys } from "./endpoints.ts";
import { registerErrors, sendFrameworkError } from "./errors.ts";
import { registerLargeBodies } from "./large-bodies.ts";
import { registerLifecycle } from "./lifecycle.ts";
import { registerLlms } from "./llms.ts";
import { createLoadShedding, serverBehind } from "./load-shedding.ts";
import { createProbes } from "./probes.ts";
import { registerReference } from "./reference.ts";
import { registerRequestGuards } from "./request-guards.ts";
import { registerStandIns } from "./stand-ins.ts";
import { registerUnreadResponses } from "./unread-responses.ts";
import { registerWellKnown } from "./well-known.ts";

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
