import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding, type Encoding, isUnchanged } from "../../base/content-negotiation.ts";
import { compressed } from "./compression.ts";

/** A response that stays the same while the process runs: one copy per encoding, however many read it. */
export interface FixedAnswer {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export function fixedAnswer(type: string, text: string | Buffer, cacheControl = "no-cache"): FixedAnswer {
  const body = Buffer.from(text);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const copies = new Map<Encoding, Promise<Buffer>>();
  return {
    async send(request, reply) {
      reply.headers({ "content-type": type, etag, "cache-control": cacheControl, vary: "accept-encoding" });
      if (isUnchanged(request.headers["if-none-match"], etag)) return reply.code(304).send();
      const encoding = acceptedEncoding(String(request.headers["accept-encoding"] ?? ""));
      if (encoding === null || body.length < 1024) return reply.send(body);
      if (!copies.has(encoding)) copies.set(encoding, compressed(body, encoding));
      return reply.header("content-encoding", encoding).send(await copies.get(encoding));
    },
  };
}

/** A fixed answer that contains the service's address, which is known once it listens. */
export function addressedAnswer(type: string, text: () => string): FixedAnswer["send"] {
  let made: FixedAnswer | undefined;
  return (request, reply) => {
    made ??= fixedAnswer(type, text());
    return made.send(request, reply);
  };
}
