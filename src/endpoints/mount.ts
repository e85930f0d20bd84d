import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../base/clock.ts";
import { isUnchanged } from "../base/content-negotiation.ts";
import { disconnectSignal } from "../base/disconnect-signal.ts";
import { addressNetwork } from "../base/network/addresses.ts";
import type { Answer, Content, Endpoint, FileContent, Page, StoredFile } from "../contract/endpoint.ts";
import { invalidValue, WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { BadCursor } from "../store/pager.ts";
import { byteRange, isSameFile } from "./byte-ranges.ts";
import { createNetworkLimits } from "./network-limit.ts";
import { type CallReader, callReader } from "./read-call.ts";
import { type Holders, isReaderLimit } from "./readers.ts";

/** What the entry points that mount endpoints do differently. */
export interface EntryPoint<Context> {
  context: Context;
  /** Identifies the caller, and rejects one who may not call the endpoint. The body has not been read. */
  admit(endpoint: Endpoint<Context>, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  caller(endpoint: Endpoint<Context>, request: FastifyRequest, reply: FastifyReply): unknown;
  /** The caller's account; undefined if there is none. */
  account(request: FastifyRequest): string | undefined;
  /** Reads a body that is not an upload. */
  body(read: CallReader, request: FastifyRequest): unknown;
  contentType(request: FastifyRequest): string | undefined;
  idempotencyKey(request: FastifyRequest): string | null;
  /** Where a list has the cursor of its next page. */
  cursorIn: "header" | "body";
}

/**
 * Mounts endpoints at an entry point. Whatever the entry point, every call takes this way: limits by network, caller, query,
 * body, path, handler, response. All checks come from the endpoint's description, so no entry point can leave one out.
 */
export function mountEndpoints<Context extends { clock: Clock }>(
  scope: FastifyInstance,
  endpoints: ReadonlyArray<Endpoint<Context>>,
  entryPoint: EntryPoint<Context>,
): void {
  const closing = new AbortController();
  // A closing server waits for its responses; one that follows a job would not end.
  scope.addHook("preClose", async () => closing.abort());
  scope.addHook("onSend", addNextLink);

  scope.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    // Read by the handler, as it arrives.
    uploads.addContentTypeParser("*", (_request, body, done) => done(null, body));
    for (const endpoint of endpoints) if (endpoint.upload) mount(uploads, endpoint, limits.batchBody.max);
  });
  for (const endpoint of endpoints) if (!endpoint.upload) mount(scope, endpoint, limits.otherBody.max);

  function mount(within: FastifyInstance, endpoint: Endpoint<Context>, bodyLimit: number): void {
    const { context, cursorIn } = entryPoint;
    const read = callReader(endpoint as Endpoint<never>);
    const countCall = createNetworkLimits(context.clock, within.windows, endpoint.limits);
    const readerLimits = endpoint.limits.filter(isReaderLimit);
    const holdersOf = (request: FastifyRequest, { id = "" }: { id?: string }): Required<Holders> => ({
      readersOfALink: `${endpoint.id} ${id}`,
      readersOfANetwork: addressNetwork(request.ip),
      readersOfAnAccount: entryPoint.account(request) ?? "",
      readers: "all",
    });
    within.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      bodyLimit,
      config: { endpoint: endpoint.id },
      async onRequest(request, reply) {
        countCall(request.ip);
        await entryPoint.admit(endpoint, request, reply);
      },
      async handler(request, reply) {
        const upload = request.body instanceof Readable ? request.body : null;
        const query = read.query(request.query as Record<string, unknown>);
        // The handler reads an upload itself. A body is checked before the path parameters, so that an invalid one is
        // reported at any path.
        const body = upload ? {} : entryPoint.body(read, request);
        const params = read.params(request.params as Record<string, string>);
        if (readerLimits.length > 0) {
          const holders = holdersOf(request, params as { id?: string });
          within.readers.enter(reply.raw, Object.fromEntries(readerLimits.map((name) => [name, holders[name]])));
        }
        const call = {
          caller: entryPoint.caller(endpoint, request, reply),
          params,
          query,
          body,
          accept: request.headers.accept,
          idempotencyKey: endpoint.retry === "idempotency-key" ? entryPoint.idempotencyKey(request) : null,
          chunks: upload ? upload.iterator({ destroyOnReturn: false }) : [],
          contentType: entryPoint.contentType(request),
          signal: AbortSignal.any([disconnectSignal(reply.raw), closing.signal]),
        };
        const answered = await Promise.try(() => endpoint.handle(call, context)).catch(refuseCursor);
        return send(reply, endpoint.answer, answered, cursorIn);
      },
    });
  }
}

function refuseCursor(error: unknown): never {
  throw error instanceof BadCursor ? invalidValue(["query", "cursor"], error.message, error.cursor) : error;
}

function send(
  reply: FastifyReply,
  answer: Answer,
  answered: unknown,
  cursorIn: EntryPoint<never>["cursorIn"],
): FastifyReply | Promise<FastifyReply> {
  reply.code(answer.status);
  switch (answer.kind) {
    case "json":
      if (answer.headers) reply.headers(answer.headers);
      if (answer.location) reply.header("location", answer.location(answered));
      return reply.send(answer.always ?? answered);
    case "page": {
      if (cursorIn === "body") return reply.send(answered);
      const { rows, next_cursor } = answered as Page<unknown>;
      if (next_cursor !== null) reply.header("x-next-cursor", next_cursor);
      return reply.send(rows);
    }
    case "content": {
      const { type, headers = {}, body } = answered as Content;
      reply.headers(headers).header("content-type", type);
      if (reply.request.method !== "HEAD" || !(body instanceof Readable)) return reply.send(body);
      // Fastify would read it to its end.
      body.destroy();
      return sendHead(reply);
    }
    case "file": {
      const { type, headers, body } = answered as FileContent;
      return sendFile(reply, { ...headers, "content-type": type }, body);
    }
  }
}

/** `Link: rel="next"` (RFC 8288) on every response with `x-next-cursor`: the same address, with the cursor of the next page. */
export async function addNextLink(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const cursor = reply.getHeader("x-next-cursor");
  if (cursor === undefined) return;
  // Parsed, so that no character of the caller's address can end the link.
  const { pathname, searchParams } = new URL(request.url, "http://any");
  searchParams.set("cursor", String(cursor));
  reply.header("link", `<${pathname}?${searchParams}>; rel="next"`);
}

/** Sends what the request asks of a file: that it has not changed, its length, a part of it, or all of it. */
async function sendFile(reply: FastifyReply, headers: Record<string, string>, file: StoredFile): Promise<FastifyReply> {
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
const sendHead = (reply: FastifyReply): FastifyReply =>
  reply.request.method === "HEAD" ? reply.send(Readable.from([])) : reply.send();

const ifRange = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header;
