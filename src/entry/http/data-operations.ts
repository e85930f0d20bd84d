import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { acceptedFormat } from "../../base/content-negotiation.ts";
import { disconnectSignal } from "../../base/disconnect-signal.ts";
import { type CallOptions, optionsInHeaders, refuseExcluded } from "../../contract/call-options.ts";
import { WinnowError } from "../../contract/errors.ts";
import { unknownFields } from "../../contract/warnings.ts";
import { heldRecords } from "../../files/kept-records.ts";
import { recordContent } from "../../files/record-content.ts";
import type { JobRecords } from "../../files/stored-rows.ts";
import type { JobsApi, Submission } from "../../jobs/jobs.ts";
import type { JobView } from "../../jobs/work-views.ts";
import { limits } from "../../limits/limits.ts";
import { kindAt } from "../../service/call-log.ts";
import { errorText } from "../../service/error-text.ts";
import { callRetention, type OperationCall } from "../../service/operation-call.ts";
import type { Entry } from "../../service/registry.ts";
import type { Service } from "../../service/service.ts";
import { findArrival } from "./arrivals.ts";
import { readSecret } from "./call.ts";
import { listed, streamed, tabulated } from "./formats.ts";
import { callHeaders } from "./headers.ts";
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

declare module "fastify" {
  interface FastifyRequest {
    /** Why it was rejected or failed; absent on success. */
    failure?: WinnowError;
  }
}

/** Records a finished call in its account's log; a call without a known key has none. */
async function logCall(service: Service, entry: Entry, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { call, failure } = request;
  const caller = request.caller ?? (await ownerOfEndedKey(service, request));
  if (!caller) return;
  const sent = Buffer.isBuffer(request.body) ? request.body.toString("utf8") : null;
  service.logCall({
    requestId: call.requestId,
    accountId: caller.account.id,
    keyId: caller.key.id,
    endpoint: entry.operation.path,
    source: entry.source.name,
    entryPoint: "http",
    kind: call.kind,
    startedAt: call.startedAt,
    status: reply.statusCode,
    errorCode: failure?.code ?? null,
    errorText: failure ? errorText(failure) : null,
    address: request.ip,
    body: kindAt(call.kind, reply.statusCode) === "admitted" ? null : sent,
    headersIn: { ...request.headers, ...(request.bodyType !== undefined && { "content-type": request.bodyType }) },
    headersOut: reply.getHeaders(),
    timeline: call.timeline,
    retention: callRetention({ state: call, caller }),
  });
}

const attributable = new Set(["key_revoked", "key_expired", "network_forbidden"]);

/** A revoked or expired key still has an owner, who wants to know that it is used. */
async function ownerOfEndedKey(service: Service, { failure, headers }: FastifyRequest) {
  if (!failure || !attributable.has(failure.code)) return null;
  return service.ownerOf(String(headers["access-token"])).catch(() => null);
}

/** Proxies and clients give up on a connection that is silent for longer. */
const LONGEST_WAIT = 300;

/**
 * `Prefer: respond-async`: 202 and a job to poll, or the response itself if it is ready within the wait. A caller that
 * disconnects loses nothing: the job continues.
 */
async function answerInBackground(
  request: FastifyRequest,
  reply: FastifyReply,
  jobs: JobsApi,
  call: Submission,
): Promise<FastifyReply> {
  const { state, entry, caller, options } = call;
  const wait = Math.min(options.wait ?? 0, LONGEST_WAIT);
  const submitted = await jobs.submit(call);
  reply.header("vary", "prefer");
  if ("answer" in submitted) return sendKept(heldRecords(submitted.answer));
  const { job: first } = submitted;
  const job = wait === 0 ? first : await jobs.waitFor(caller, first.id, wait * 1000, disconnectSignal(reply.raw));
  const applied = [
    "respond-async",
    ...(wait > 0 ? [`wait=${wait}`] : []),
    ...(options.partial ? ["partial=keep"] : []),
  ];
  reply.header("preference-applied", applied.join(", "));
  reply.header("location", `/jobs/${job.id}`);
  if (wait === 0 || job.ended_at === null) return reply.code(202).send(job);
  if (!state.replayed) state.charged = job.charged;
  // Points and windows as of now, not as of admission.
  state.points = null;
  state.windows = null;
  if (job.status === "succeeded") return sendKept(await jobs.records(job));
  throw outcome(job);

  async function sendKept({ facts, ...records }: JobRecords): Promise<FastifyReply> {
    state.facts = facts;
    const { selection } = readQueryOptions(request.query as Record<string, string>, entry);
    const format = acceptedFormat(request.headers.accept);
    request.server.readers.enter(reply.raw, { readersOfAnAccount: caller.account.id, readers: "all" });
    const wanted = { entry, selection, format, accept: undefined, tables: null };
    const { type, headers, body } = await recordContent(() => records, wanted);
    return reply.headers({ "content-type": type, ...headers }).send(body.whole());
  }
}

/** The error that the call would have had. */
const outcome = ({ error, status }: JobView): WinnowError =>
  error?.code
    ? new WinnowError(error.code, error.detail)
    : new WinnowError("internal", `The job was ${status === "cancelled" ? "cancelled" : "not finished"}.`);
