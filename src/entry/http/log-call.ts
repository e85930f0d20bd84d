import type { FastifyReply, FastifyRequest } from "fastify";
import type { WinnowError } from "../../contract/errors.ts";
import { kindAt } from "../../service/call-log.ts";
import { errorText } from "../../service/error-text.ts";
import { callRetention } from "../../service/operation-call.ts";
import type { Entry } from "../../service/registry.ts";
import type { Service } from "../../service/service.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Why it was rejected or failed; absent on success. */
    failure?: WinnowError;
  }
}

/** Records a finished call in its account's log; a call without a known key has none. */
export async function logCall(
  service: Service,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
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
