import Fastify, { type FastifyInstance, LogController } from "fastify";
import { endpoints } from "../../endpoints/index.ts";
import { limits } from "../../limits/limits.ts";
import { localWindows } from "../../store/shared-windows.ts";
import { beginCall } from "./call.ts";
import { answerClientError } from "./client-errors.ts";
import { registerCompression } from "./compression.ts";
import { registerConnectionBounds } from "./connection-bounds.ts";
import { registerCors } from "./cors.ts";
import { registerDataOperations } from "./data-operations.ts";
import { mountForKeys } from "./endpoints.ts";
import { registerErrors, sendFrameworkError } from "./errors.ts";
import { registerLargeBodies } from "./large-bodies.ts";
import { registerLifecycle } from "./lifecycle.ts";
import { registerLlms } from "./llms.ts";
import { createLoadShedding, serverBehind } from "./load-shedding.ts";
import type { ServerParts } from "./parts.ts";
import { probesOf } from "./probes.ts";
import { registerReference } from "./reference.ts";
import { registerRequestGuards } from "./request-guards.ts";

/** The server, with its plugins in the order in which a request meets them. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { service, clock } = parts;
  const server = Fastify({
    serverFactory: serverBehind(createLoadShedding(parts), {
      headersTimeout: limits.requestHead.most * 1000,
      requestTimeout: limits.requestBody.most * 1000,
    }),
    loggerInstance: parts.log,
    // One line a call, written by the data operations themselves.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustProxy || false,
    bodyLimit: limits.otherBody.most,
    // An id of any length reaches its route, which says that there is no such thing; the request line is bounded anyway.
    routerOptions: { maxParamLength: 16 * 1024 },
    forceCloseConnections: "idle",
    // Late requests get our own 503.
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => sendFrameworkError(error, request, reply, clock.now()),
  });
  server.decorate("windows", parts.windows ?? localWindows(clock));
  server.addHook("onRequest", async (request, reply) => {
    beginCall(request, reply, request.raw.arrivedAt ?? clock.now());
  });
  await registerCors(server, parts.corsOrigins ?? []);
  registerConnectionBounds(server);
  await registerCompression(server);
  registerErrors(server);
  registerRequestGuards(server, parts.trustProxy ?? "", parts.onUntrustedProxy);
  registerLargeBodies(server, clock);
  registerLifecycle(server, parts.lifecycle);
  registerReference(server, service.registry, parts.publicOrigin);
  registerLlms(server, service.registry, parts.publicOrigin);
  registerDataOperations(server, service, parts.jobs, clock);
  mountForKeys(server, endpoints, { ...parts, probes: probesOf(parts) });
  for (const entryPoint of parts.entryPoints ?? []) await entryPoint(server);
  await server.ready();
  return server;
}
