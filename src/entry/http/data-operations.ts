import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { acceptedFormat } from "../../base/content-negotiation.ts";
import { disconnectSignal } from "../../base/disconnect-signal.ts";
import { type CallOptions, optionsInHeaders, refuseExcluded } from "../../contract/call-options.ts";
import { WinnowError } from "../../contract/errors.ts";
import { unknownFields } from "../../contract/warnings.ts";
import type { JobsApi } from "../../jobs/jobs.ts";
import { limits } from "../../limits/limits.ts";
import { callRetention, type OperationCall } from "../../service/operation-call.ts";
import type { Entry } from "../../service/registry.ts";
import type { Service } from "../../service/service.ts";
import { findArrival } from "./arrivals.ts";
import { answerInBackground } from "./background.ts";
import { readSecret } from "./call.ts";
import { listed, streamed, tabulated } from "./formats.ts";
import { callHeaders } from "./headers.ts";
import { logCall } from "./log-call.ts";
import { readQueryOptions } from "./query-options.ts";

/**
 * The data operations, in one visible order: key, permission, query and body, admission, run, headers. A failure at any
 * step leaves through `errors.ts` with the same headers.
 */
export function registerDataOperations(server: FastifyInstance, service: Service, jobs: JobsApi, clock: Clock): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: limits.callBody.max }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook("onSend", async ({ call, caller }, reply) => {
      if (caller) await service.readQuota(caller, call);
      reply.headers(callHeaders(call, clock.now()));
    });
    scope.addHook("onResponse", async (request, reply) => {
      const { requestId, charged, startedAt } = request.call;
      const seconds = (clock.now() - startedAt) / 1000;
      const endpoint = request.routeOptions.url;
      request.log.info({ requestId, endpoint, status: reply.statusCode, seconds, charged }, "call");
    });
    for (const entry of service.registry.entries) registerOperation(scope, { service, jobs, clock }, entry);
  });
}

interface Dependencies {
  service: Service;
  jobs: JobsApi;
  clock: Clock;
}

function registerOperation(scope: FastifyInstance, dependencies: Dependencies, entry: Entry): void {
  const { service } = dependencies;
  scope.route({
    method: "POST",
    url: entry.operation.path,
    bodyLimit: limits.callBody.max,
    onRequest: [
      async function bodyType(request) {
        // Hidden from Fastify, which would reject a malformed one: FastAPI reads on.
        request.bodyType = request.headers["content-type"];
        delete request.raw.headers["content-type"];
      },
      async function key(request) {
        request.caller = await service.identify(readSecret(request), request.ip, findArrival(request.raw)?.keyHash);
        request.call.retention = callRetention({ state: request.call, caller: request.caller });
      },
      async function permission(request) {
        service.permit(request.caller, entry, "http");
      },
    ],
    handler: (request, reply) => answer(dependencies, entry, request, reply),
    onResponse: (request, reply) => logCall(service, entry, request, reply),
  });
}

async function answer(
  { service, jobs, clock }: Dependencies,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { selection, flags } = readQueryOptions(request.query as Record<string, string>, entry);
  const options: CallOptions = { ...optionsInHeaders(request.headers), ...flags };
  const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const body = service.readBody(entry, bytes, request.bodyType, (names) =>
    request.call.warnings.push(...unknownFields(names)),
  );
  const call: OperationCall = {
    entry,
    caller: request.caller,
    entryPoint: "http",
    request: body,
    state: request.call,
    disconnect: disconnectSignal(reply.raw),
    arrived: findArrival(request.raw)?.arrived,
    options,
    isFree: options.picker === true && service.isFreeToPickers(entry),
  };
  if (options.dry_run) {
    const { windows, ...rest } = await service.dryRun(call);
    return {
      ...rest,
      windows: windows.map((window) => ({ ...window, resets_at: new Date(window.resets_at).toISOString() })),
    };
  }
  const isKept = options.respond_async || options.evidence;
  if (isKept && call.state.retention === "none" && !options.retain) throw new WinnowError("nothing_kept");
  refuseExcluded(options);
  if (options.respond_async) return answerInBackground(request, reply, jobs, call);
  const format = acceptedFormat(request.headers.accept);
  const summary = options.stream_summary === true;
  if (format === "ndjson") return streamed(reply, service, call, { selection, summary, clock });
  const { body: records, count } = await service.run(call);
  reply.header("x-results-count", count);
  return format === "csv" ? tabulated(reply, records, entry, selection) : listed(reply, records, selection);
}
