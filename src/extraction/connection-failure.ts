import { errorCode } from "../base/thrown.ts";
import type { SiteRequest } from "../contract/site.ts";
import type { Failure } from "./breaker.ts";

/** Errors of connections that could not be established. */
const CONNECTING = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** What a circuit breaker learns of a site that did not respond. */
export const failureOf = (caller: string, { method, origin, path, body }: SiteRequest, { cause }: Error): Failure => ({
  caller,
  request: `${method ?? "GET"} ${origin ?? "site"} ${path} ${body ?? ""}`.slice(0, 4_096),
  connecting: CONNECTING.has(errorCode(cause)),
});
