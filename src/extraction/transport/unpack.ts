import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { NotResponding, SourceError, Unreadable } from "../../contract/errors.ts";
import { ownBytes } from "./own-bytes.ts";

/** What a page may unpack to, as a multiple of what came over the wire. Pages reach 30, bombs 1,000. */
const MOST_RATIO = 100;
/** Below this the ratio does not matter: a small page of blanks is no bomb. */
const RATIO_COUNTS_FROM = 1024 * 1024;
/**
 * Up to here a body is unpacked where it is (a millisecond or two, as long as reading the page takes): the pool's
 * threads keep memory of their own for every page that passes through them.
 */
const ON_THE_SPOT = 64 * 1024;
const CHUNK = { chunkSize: 64 * 1024 };

/** The encodings that are asked for; each is known to `unpack`. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";

interface Unpacker {
  here(packed: Uint8Array, options: { maxOutputLength: number; chunkSize: number }): Uint8Array;
  inPool(): Transform;
}

const gzip: Unpacker = { here: zlib.gunzipSync, inPool: () => zlib.createGunzip(CHUNK) };
const inflate: Unpacker = { here: zlib.inflateSync, inPool: () => zlib.createInflate(CHUNK) };
const inflateRaw: Unpacker = { here: zlib.inflateRawSync, inPool: () => zlib.createInflateRaw(CHUNK) };
const brotli: Unpacker = { here: zlib.brotliDecompressSync, inPool: () => zlib.createBrotliDecompress(CHUNK) };
const zstd: Unpacker = { here: zlib.zstdDecompressSync, inPool: () => zlib.createZstdDecompress(CHUNK) };

function unpackerFor(name: string, packed: Uint8Array): Unpacker {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return gzip;
    case "br":
      return brotli;
    case "zstd":
      return zstd;
    case "deflate":
      // Servers send raw deflate under this name as often as the zlib form that was meant.
      return (packed[0]! & 0x0f) === 0x08 ? inflate : inflateRaw;
    default:
      throw new Unreadable(`the body is packed as "${name}", which is not known here`);
  }
}

/** Undoes a content-encoding (several are undone from the last to the first) inside the limits, until called off. */
export async function unpack(
  body: Uint8Array,
  encoding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let unpacked = body;
  for (const name of encoding.toLowerCase().split(",").reverse()) {
    const step = name.trim();
    if (step === "" || step === "identity" || unpacked.length === 0) continue;
    const most = Math.min(maxBytes, Math.max(RATIO_COUNTS_FROM, unpacked.length * MOST_RATIO));
    try {
      const unpacker = unpackerFor(step, unpacked);
      if (unpacked.length <= ON_THE_SPOT) {
        unpacked = ownBytes(unpacker.here(unpacked, { maxOutputLength: most, chunkSize: roomFor(unpacked) }));
      } else unpacked = await through(unpacker.inPool(), unpacked, most, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceError) throw error;
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooMuch(unpacked, most);
      throw new NotResponding(`the ${step} body was cut short or is broken`, error);
    }
  }
  return unpacked;
}

/** Pages unpack to some ten times their size: room for that at once saves joining two dozen pieces. */
const roomFor = (packed: Uint8Array): number => Math.min(512 * 1024, Math.max(16 * 1024, packed.length * 16));

const tooMuch = (packed: Uint8Array, most: number) =>
  new Unreadable(`${packed.length} bytes unpack to more than ${most}`);

function through(unpacker: Transform, packed: Uint8Array, most: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => unpacker.destroy(new Error("called off"));
    signal.addEventListener("abort", stop, { once: true });
    unpacker
      .on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= most) chunks.push(chunk);
        else unpacker.destroy(tooMuch(packed, most));
      })
      .on("end", () => resolve(Buffer.concat(chunks, size)))
      .on("error", reject)
      .on("close", () => signal.removeEventListener("abort", stop))
      .end(packed);
  });
}
