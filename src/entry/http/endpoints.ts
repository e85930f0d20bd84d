import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "../../accounts/types.ts";
import { optionIn } from "../../contract/call-options.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { EndpointCaller, PublicContext } from "../../endpoints/context.ts";
import { mountEndpoints } from "../../endpoints/mount.ts";
import type { Service } from "../../service/service.ts";
import { readSecret } from "./call.ts";
import { usageHeaders } from "./headers.ts";

/** Mounts endpoints for callers with a key, and for those without: free, counted in no window of a plan. */
export function mountForKeys(
  server: FastifyInstance,
  endpoints: Endpoint<PublicContext>[],
  context: PublicContext,
): void {
  const { clock, service, reports } = context;
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.addHook("onSend", async ({ call, caller }, reply) => {
      if (!caller) return;
      await service.readQuota(caller, call);
      reply.headers(usageHeaders(call, clock.now()));
    });
    mountEndpoints(scope, endpoints, {
      context,
      cursorIn: "header",
      async admit(endpoint, request) {
        const { callers } = endpoint;
        if (callers.includes("key")) await identify(request, service, endpoint);
        if (callers.includes("operator") && !reports.mayRead(bearer(request))) throw new WinnowError("not_found");
        // Hidden from Fastify, which would reject a malformed one: the reader decides.
        request.bodyType = request.headers["content-type"];
        delete request.raw.headers["content-type"];
      },
      caller: ({ callers }, { caller }) => (callers.includes("key") ? endpointCaller(service, caller) : null),
      account: ({ caller }) => caller?.account.id,
      body: (read, { body, bodyType }) => read.body(body as Buffer | undefined, bodyType),
      contentType: ({ bodyType }) => bodyType,
      idempotencyKey: ({ headers }) => optionIn("idempotency_key", headers) ?? null,
    });
  });
}

const bearer = ({ headers }: FastifyRequest): string => headers.authorization?.replace(/^Bearer /, "") ?? "";

async function identify(
  request: FastifyRequest,
  service: Service,
  { wholeAccount, managesDelivery }: Pick<Endpoint, "wholeAccount" | "managesDelivery">,
): Promise<void> {
  request.caller = await service.identify(readSecret(request), request.ip);
  const { key } = request.caller;
  if (key.usage_context === "mcp_only") throw new WinnowError("mcp_only");
  if (wholeAccount && key.sources !== null) throw new WinnowError("source_forbidden", NOT_WHOLE);
  if (managesDelivery && !key.manages_delivery) throw new WinnowError("permission_missing");
}

const NOT_WHOLE = "A key that is limited to some sources may not manage the account's links.";

const endpointCaller = (service: Service, caller: Caller): EndpointCaller => ({
  owner: caller,
  byKey: caller,
  leaves: () => false,
  permit: (entry) => service.permit(caller, entry, "http"),
  async callerFor(entry) {
    service.permit(caller, entry, "http");
    return caller;
  },
});
