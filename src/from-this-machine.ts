import type { FastifyRequest } from "fastify";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.ts";

const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * Whether a request comes from somebody at this machine, who may read mails that could not be sent, and figures. A proxy on the same
 * host comes from there, too, but for others: it says so in a header, or asks for another host.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress } = request.raw.socket;
  const host = request.headers.host ?? "";
  return (
    // Undefined where the request was injected, without a network.
    (remoteAddress === undefined || isLoopbackAddress(remoteAddress)) &&
    isLoopbackHost(host.replace(/:\d+$/, "")) &&
    FORWARDED.every((name) => request.headers[name] === undefined)
  );
}
