import type { FastifyReply, FastifyRequest } from "fastify";

/** `Link: rel="next"` (RFC 8288) on every response with `x-next-cursor`: the same address, with the cursor of the next page. */
export async function addNextLink(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const cursor = reply.getHeader("x-next-cursor");
  if (cursor === undefined) return;
  // Parsed, so that no character of the caller's address can end the link.
  const { pathname, searchParams } = new URL(request.url, "http://any");
  searchParams.set("cursor", String(cursor));
  reply.header("link", `<${pathname}?${searchParams}>; rel="next"`);
}
