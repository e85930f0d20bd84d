import { promisify } from "node:util";
import zlib from "node:zlib";
import type { FastifyInstance } from "fastify";
import { type Encoding, encodingOf } from "../../base/content-negotiation.ts";

const { constants } = zlib;

/** Fast levels: an answer is packed once and read once. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const gzip = { level: 6 };
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const packers: Record<Encoding, (body: Uint8Array | string) => Promise<Buffer>> = {
  br: (body) => promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(body, brotli),
  gzip: (body) => promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)(body, gzip),
  zstd: (body) => promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)(body, zstd),
};

export const pack = (body: Uint8Array | string, encoding: Encoding): Promise<Buffer> => packers[encoding](body);

/** A packer of a body that is sent in parts: what is written can be read at the other end at once. */
export const packStream = (encoding: Encoding): zlib.Gzip | zlib.BrotliCompress | zlib.ZstdCompress => {
  switch (encoding) {
    case "br":
      return zlib.createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH });
    case "gzip":
      return zlib.createGzip({ ...gzip, flush: constants.Z_SYNC_FLUSH });
    case "zstd":
      return zlib.createZstdCompress({ ...zstd, flush: constants.ZSTD_e_flush });
  }
};

/** Smaller answers fit into a packet or two as they are. */
const WORTH_PACKING = 1024;
const PACKABLE = /^(text\/|application\/(json|x-ndjson|javascript)|image\/svg)/;

/** Packs whole answers for callers who ask for it. A stream packs itself. */
export function registerPacking(server: FastifyInstance): void {
  server.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" && !(payload instanceof Uint8Array)) return payload;
    if (payload.length < WORTH_PACKING || reply.hasHeader("content-encoding") || request.method === "HEAD")
      return payload;
    if (!PACKABLE.test(String(reply.getHeader("content-type") ?? "application/json"))) return payload;
    const vary = reply.getHeader("vary");
    reply.header("vary", vary ? `${vary}, accept-encoding` : "accept-encoding");
    const encoding = encodingOf(request.headers["accept-encoding"] as string | undefined);
    if (encoding === null) return payload;
    reply.removeHeader("content-length").header("content-encoding", encoding);
    return pack(payload, encoding);
  });
}
