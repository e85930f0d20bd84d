import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../accounts/types.ts";
import { keptAnyway } from "../../contract/call-options.ts";
import { WinnowError } from "../../contract/errors.ts";
import { isUuid } from "../../contract/values.ts";
import { type CallState, newCallState } from "../../service/operation-call.ts";

declare module "fastify" {
  interface FastifyRequest {
    call: CallState;
    /** The caller's content type; the body reader decides what it means. */
    bodyType: string | undefined;
    /** The key's caller; absent until it is known. */
    caller: Caller;
  }
}

/** The caller's own UUID for the request, if one was sent. */
export function ownRequestId(headers: Record<string, string | string[] | undefined>): string | undefined {
  const given = headers["x-request-id"];
  return typeof given === "string" && isUuid(given) ? given.toLowerCase() : undefined;
}

/**
 * Begins a call, which has an id from here on: the caller's own UUID, if one was sent. Headers common to all responses go
 * on the raw response, so that entry points that write to it directly send them too.
 */
export function beginCall(request: FastifyRequest, { raw }: FastifyReply, now: number): void {
  const own = ownRequestId(request.headers);
  const replaced = own === undefined && request.headers["x-request-id"] !== undefined;
  request.call = newCallState(now, own, replaced ? ["request_id_replaced"] : []);
  // Whatever its value: nothing is kept of a call that is refused for a wrong one either.
  if (request.headers["x-retain"] !== undefined) request.call.retention = "none";
  raw.setHeader("x-request-id", request.call.requestId);
  if (replaced) raw.setHeader("x-warnings", "request_id_replaced");
  raw.setHeader("cache-control", "no-store");
  raw.setHeader("x-content-type-options", "nosniff");
}

/** RFC 9112 requires a `Host` since HTTP/1.1. Node would reject the request itself, without a body. */
export function requireHost({ raw, headers }: FastifyRequest): void {
  if (headers.host !== undefined || raw.httpVersion !== "1.1") return;
  throw new WinnowError("bad_request", "Header host is missing. HTTP/1.1 requires it.");
}

/** The key of a call; if there is none, the error names the header to use. */
export function readSecret(request: FastifyRequest): string {
  const secret = request.headers["access-token"];
  if (typeof secret === "string" && secret !== "") return secret;
  if (request.headers.authorization !== undefined) {
    throw new WinnowError(
      "key_missing",
      "Header access-token is missing. An Authorization header is not accepted: send the API key in access-token.",
    );
  }
  if (/wnw_/.test(request.url)) {
    throw new WinnowError(
      "key_missing",
      "Header access-token is missing. A key in the address is not accepted, and proxies may have logged it: send it in access-token, and rotate it.",
    );
  }
  throw new WinnowError("key_missing");
}

/** For what exists only because it is kept: jobs, batches, schedules, results of MCP. Reading is not affected. */
export const refuseRetain =
  (isDataOperation: (path: string) => boolean) =>
  async ({ method, headers, routeOptions }: FastifyRequest): Promise<void> => {
    if (headers["x-retain"] === undefined || method === "GET" || method === "HEAD") return;
    if (!isDataOperation(routeOptions.url ?? "")) throw keptAnyway(STORED);
  };

const STORED = "what this endpoint creates is stored; send it with a data operation that is waited for";
