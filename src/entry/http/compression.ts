import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import zlib from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";
import { type Encoding, encodings } from "../../base/content-negotiation.ts";

const { constants } = zlib;

/** Fast levels, because a response is compressed once and read once. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Compresses complete responses. A stream is sent as it is written, because a compressor would hold its parts back. */
export async function registerCompression(server: FastifyInstance): Promise<void> {
  server.addHook("onSend", async ({ headers }, _reply, payload) => {
    // Tells the plugin to leave a response alone.
    if (payload instanceof Readable) headers["x-no-compression"] = "stream";
  });
  await server.register(compress, {
    globalDecompression: false,
    encodings: [...encodings],
    customTypes: /^(text\/|application\/(json|x-ndjson|javascript)|image\/svg)/,
    brotliOptions,
    // Below this, compressing on the spot takes less time than a stream through the thread pool.
    syncThreshold: 64 * 1024,
  });
}

/** A compressor whose reader can decode everything written so far. */
export const compressStream = (encoding: Encoding): zlib.Gzip | zlib.BrotliCompress | zlib.ZstdCompress => {
  switch (encoding) {
    case "br":
      return zlib.createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH });
    case "gzip":
      return zlib.createGzip({ flush: constants.Z_SYNC_FLUSH });
    case "zstd":
      return zlib.createZstdCompress({ ...zstdOptions, flush: constants.ZSTD_e_flush });
  }
};

export const compressed = (body: Uint8Array, encoding: Encoding): Promise<Buffer> =>
  buffer(compressStream(encoding).end(body));
