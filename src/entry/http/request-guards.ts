import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { NAME_THE_PROXY, type UntrustedProxy } from "../../base/network/trusted-proxies.ts";
import { WinnowError } from "../../contract/errors.ts";
import { discardBody } from "./linger.ts";

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

/** Checks that no entry point should have to repeat. */
export function registerRequestGuards(
  server: FastifyInstance,
  trustProxy: string,
  onUntrustedProxy: (seen: UntrustedProxy) => void,
): void {
  takeEmptyBodies(server);
  refuseNul(server);
  refusePackedBodies(server);
  discardUnreadBodies(server);
  warnOfUntrustedProxies(server, trustProxy, onUntrustedProxy);
}

/** Many clients declare JSON on every request, even on a DELETE: an empty body counts as none, whatever its type. */
function takeEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : parse(request, body, done),
  );
}

/** None of our texts contains a NUL, and a store may reject one with its own error. */
function refuseNul(server: FastifyInstance): void {
  server.addHook("onRequest", async ({ url }) => {
    if (/%00/.test(url)) throw new WinnowError("bad_request", "The address contains a NUL character (%00).");
  });
  server.addHook("preValidation", async ({ body }) => {
    if (holdsNul(body)) throw new WinnowError("bad_request", "The body contains a NUL character (\\u0000).");
  });
}

/** Compressed bodies are not read. Checked after the key and before the body, so that no route can take one for text. */
function refusePackedBodies(server: FastifyInstance): void {
  server.addHook("preParsing", async ({ headers }) => {
    const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
    if (encoding === "identity" || !hasBody) return;
    throw new WinnowError(
      "bad_request",
      `There was an error parsing the body: it has content-encoding ${encoding.slice(0, 100)}, and Winnow takes none. Send it without compression and without that header.`,
    );
  });
}

/** A response may be sent before the body has arrived: no handler has to read or discard the rest. */
function discardUnreadBodies(server: FastifyInstance): void {
  server.addHook("onResponse", ({ raw }, _reply, done) => {
    // Undefined if the request was injected, without a network.
    if (raw.complete === false) discardBody(raw);
    done();
  });
}

/** Nesting of lists and objects; recursion over a body is safe below it. */
const DEEPEST = 200;

function holdsNul(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof Readable)
    return false;
  if (depth > DEEPEST) throw new WinnowError("bad_request", "The body is nested too deeply.");
  return Object.entries(value).some(([name, entry]) => name.includes("\0") || holdsNul(entry, depth + 1));
}

/**
 * A proxy that TRUST_PROXY does not name makes all callers look like one address, so they share its limits. Logged once,
 * because anyone can send such a header.
 */
function warnOfUntrustedProxies(
  server: FastifyInstance,
  trustProxy: string,
  onSeen: (seen: UntrustedProxy) => void,
): void {
  let said = false;
  server.addHook("onRequest", async ({ ip, ips = [], headers, log }) => {
    // What a trusted peer names is appended, even if it is the peer's own address.
    if (said || ips.length > 1) return;
    const sent = FORWARDED.find((name) => headers[name] !== undefined);
    if (sent === undefined) return;
    said = true;
    onSeen({ peer: ip, header: sent });
    log.warn(
      { peer: ip, header: sent },
      `a peer that TRUST_PROXY does not name (${trustProxy || "it names none"}) sends forwarding headers: they are ignored. If it is your proxy: ${NAME_THE_PROXY}`,
    );
  });
}
