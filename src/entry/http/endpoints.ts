import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../accounts/types.ts";
import type { Clock } from "../../base/clock.ts";
import type { Answer, Content, Endpoint, Page } from "../../contract/endpoint.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { EndpointCaller, PublicContext } from "../../endpoints/context.ts";
import { callReader } from "../../endpoints/read-call.ts";
import { type LimitName, limits } from "../../limits/limits.ts";
import type { Service } from "../../service/service.ts";
import type { Windows } from "../../store/shared-windows.ts";
import { createAddressLimit } from "./address-limit.ts";
import { disconnectSignalOf, idempotencyKeyOf, secretOf } from "./call.ts";
import { usageHeaders } from "./headers.ts";

/**
 * Mounts endpoints for callers with a key: free, counted in no window of a plan, limited by address. Checks in this order:
 * address, key, path, query, body. All checks are made here, from the endpoint's description.
 */
export function mountForKeys(
  server: FastifyInstance,
  endpoints: Endpoint<PublicContext>[],
  context: PublicContext,
): void {
  const { clock, service } = context;
  const closing = new AbortController();
  // A closing server waits for its responses; one that follows a job would not end.
  server.addHook("preClose", async () => closing.abort());

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.addHook("onSend", async ({ call, caller }, reply) => {
      if (!caller) return;
      await service.readQuota(caller, call);
      reply.headers(usageHeaders(call, clock.now()));
    });
    scope.register(async (uploads) => {
      uploads.removeAllContentTypeParsers();
      // Read by the handler, as it arrives.
      uploads.addContentTypeParser("*", (_request, body, done) => done(null, body));
      for (const endpoint of endpoints) if (endpoint.upload) mount(uploads, endpoint, limits.batchBody.most);
    });
    for (const endpoint of endpoints) if (!endpoint.upload) mount(scope, endpoint, limits.otherBody.most);
  });

  function mount(scope: FastifyInstance, endpoint: Endpoint<PublicContext>, bodyLimit: number): void {
    const read = callReader(endpoint as Endpoint<never>);
    const addressLimits = endpoint.limits.flatMap((name) => addressLimit(clock, server.windows, name as LimitName));
    const needsKey = endpoint.callers.includes("key");
    const isForOperator = endpoint.callers.includes("operator");
    scope.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      bodyLimit,
      config: { endpoint: endpoint.id },
      onRequest: async (request) => {
        for (const limit of addressLimits) limit(request.ip);
        if (needsKey) await identify(request, service, endpoint);
        if (isForOperator && !context.reports.mayRead(bearerOf(request))) throw new WinnowError("not_found");
        // Hidden from Fastify, which would reject a malformed one: the reader decides.
        request.bodyType = request.headers["content-type"];
        delete request.raw.headers["content-type"];
      },
      async handler(request, reply) {
        const raw = request as RawParts;
        const query = read.query(raw.query);
        // The handler reads an upload itself; a body is checked before the path parameters, so that an invalid one is
        // reported at any path.
        const body = raw.body instanceof Readable ? {} : read.body(raw.body, request.bodyType);
        const answered = await endpoint.handle(
          {
            caller: needsKey ? endpointCallerOf(service, request.caller) : null,
            params: read.params(raw.params),
            query,
            body,
            accept: request.headers.accept,
            idempotencyKey: endpoint.retry === "idempotency-key" ? idempotencyKeyOf(request) : null,
            chunks: raw.body instanceof Readable ? raw.body.iterator({ destroyOnReturn: false }) : [],
            contentType: request.bodyType,
            signal: AbortSignal.any([disconnectSignalOf(reply), closing.signal]),
          },
          context,
        );
        return send(reply, endpoint.answer, answered);
      },
    });
  }
}

interface RawParts {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Buffer | Readable | undefined;
}

const bearerOf = ({ headers }: FastifyRequest): string => headers.authorization?.replace(/^Bearer /, "") ?? "";

/** A limit counted by network is checked here, before the key. */
function addressLimit(clock: Clock, windows: Windows, name: LimitName): Array<(address: string) => void> {
  const { per, most, unit } = limits[name];
  if (per !== "network" || unit !== "per minute") return [];
  return [createAddressLimit(clock, windows, { of: name, requests: most, seconds: 60 })];
}

async function identify(
  request: FastifyRequest,
  service: Service,
  { wholeAccount }: Endpoint<PublicContext>,
): Promise<void> {
  request.caller = await service.identify(secretOf(request), request.ip);
  const { key } = request.caller;
  if (key.usage_context === "mcp_only") throw new WinnowError("mcp_only");
  if (wholeAccount && key.sources !== null) throw new WinnowError("source_forbidden", NOT_WHOLE);
}

const NOT_WHOLE = "A key that is limited to some sources may not manage the account's webhooks.";

const endpointCallerOf = (service: Service, caller: Caller): EndpointCaller => ({
  owner: caller,
  byKey: caller,
  permit: (entry) => service.permit(caller, entry, "http"),
  async callerFor(entry) {
    service.permit(caller, entry, "http");
    return caller;
  },
});

function send(reply: FastifyReply, answer: Answer, answered: unknown): FastifyReply {
  reply.code(answer.status);
  switch (answer.kind) {
    case "json":
      if (answer.headers) reply.headers(answer.headers);
      if (answer.location) reply.header("location", answer.location(answered));
      return reply.send(answered);
    case "page": {
      const { rows, next_cursor } = answered as Page<unknown>;
      if (next_cursor !== null) reply.header("x-next-cursor", next_cursor);
      return reply.send(rows);
    }
    case "content": {
      const { type, headers = {}, body } = answered as Content;
      return reply.headers(headers).header("content-type", type).send(body);
    }
  }
}
