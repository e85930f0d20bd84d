import type { FastifyReply, FastifyRequest } from "fastify";
import type { WinnowError } from "../../contract/errors.ts";
import { kindAt } from "../../service/call-log.ts";
import { errorText } from "../../service/error-text.ts";
import type { Entry } from "../../service/registry.ts";
import type { Service } from "../../service/service.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Why it was refused, or how it failed; not there where it went well. */
    failure?: WinnowError;
  }
}

/** Puts a call that has been answered into its account's log; one of nobody's key has none. */
export async function logCall(
  service: Service,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { call, failure } = request;
  const holder = request.holder ?? (await ownerOfEndedKey(service, request));
  if (!holder) return;
  const sent = Buffer.isBuffer(request.body) ? request.body.toString("utf8") : null;
  service.logCall({
    requestId: call.requestId,
    accountId: holder.person.id,
    keyId: holder.key.id,
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
  });
}

const attributable = new Set(["key_revoked", "key_expired", "network_forbidden"]);

/** A key that was revoked or has expired is still somebody's, who wants to know that it is used. */
async function ownerOfEndedKey(service: Service, { failure, headers }: FastifyRequest) {
  if (!failure || !attributable.has(failure.code)) return null;
  return service.ownerOf(String(headers["access-token"])).catch(() => null);
}
