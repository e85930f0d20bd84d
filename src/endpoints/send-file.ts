import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { byteRange, isSameFile } from "../base/byte-ranges.ts";
import { isUnchanged } from "../base/content-negotiation.ts";
import { disconnectSignal } from "../base/disconnect-signal.ts";
import type { StoredFile } from "../contract/endpoint.ts";
import { WinnowError } from "../contract/errors.ts";

/** Sends what the request asks of a file: that it has not changed, its length, a part of it, or all of it. */
export async function sendFile(
  reply: FastifyReply,
  headers: Record<string, string>,
  file: StoredFile,
): Promise<FastifyReply> {
  const { method, headers: asked } = reply.request;
  const { etag, part } = file;
  const described = { ...headers, etag, "accept-ranges": part ? "bytes" : "none" };
  if (isUnchanged(asked["if-none-match"], etag)) return sendHead(reply.code(304).headers(described));
  if (!part && method !== "HEAD") return reply.headers(described).send(file.whole());
  const size = await file.size(disconnectSignal(reply.raw));
  if (method === "HEAD") return sendHead(reply.headers({ ...described, "content-length": size }));
  const range = isSameFile(ifRange(asked["if-range"]), etag) ? byteRange(asked.range, size) : null;
  if (range === "outside") {
    throw new WinnowError("range_outside", `The file has ${size} bytes.`, {
      headers: { "content-range": `bytes */${size}`, etag },
    });
  }
  if (range === null || !part) return reply.headers({ ...described, "content-length": size }).send(file.whole());
  const { start, end } = range;
  const sent = { "content-range": `bytes ${start}-${end - 1}/${size}`, "content-length": end - start };
  return reply
    .code(206)
    .headers({ ...described, ...sent })
    .send(part(start, end));
}

/** Sends no body. Without an empty stream, Fastify would say on HEAD that the length is 0. */
export const sendHead = (reply: FastifyReply): FastifyReply =>
  reply.request.method === "HEAD" ? reply.send(Readable.from([])) : reply.send();

const ifRange = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header;
