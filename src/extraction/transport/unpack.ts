import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { NotResponding, SourceError, Unreadable } from "../../contract/errors.ts";
import { ownBytes } from "./own-bytes.ts";

/** What a page may unpack to, as a multiple of what came over the wire. Pages reach 30, bombs 1,000. */
const MOST_RATIO = 100;
/** Below this the ratio does not matter: a small page of blanks is no bomb. */
const RATIO_COUNTS_FROM = 1024 * 1024;
/** Up to here a body is unpacked where it is: to hand it to a thread of the pool and back takes a tenth of a millisecond. */
const ON_THE_SPOT = 8 * 1024;

/** The encodings that are asked for; each is known to `unpack`. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";

interface Options {
  maxOutputLength: number;
  chunkSize: number;
}

interface Unpacker {
  here(packed: Uint8Array, options: Options): Uint8Array;
  inPool(packed: Uint8Array, options: Options): Promise<Uint8Array>;
}

const gzip: Unpacker = { here: zlib.gunzipSync, inPool: promisify(zlib.gunzip) };
const inflate: Unpacker = { here: zlib.inflateSync, inPool: promisify(zlib.inflate) };
const inflateRaw: Unpacker = { here: zlib.inflateRawSync, inPool: promisify(zlib.inflateRaw) };
const brotli: Unpacker = { here: zlib.brotliDecompressSync, inPool: promisify(zlib.brotliDecompress) };
const zstd: Unpacker = { here: zlib.zstdDecompressSync, inPool: promisify(zlib.zstdDecompress) };

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
      const options = { maxOutputLength: most, chunkSize: roomFor(unpacked, unpacker) };
      const isSmall = unpacked.length <= ON_THE_SPOT;
      unpacked = ownBytes(isSmall ? unpacker.here(unpacked, options) : await unpacker.inPool(unpacked, options));
      signal.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceError) throw error;
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooMuch(unpacked, most);
      throw new NotResponding(`the ${step} body was cut short or is broken`, error);
    }
  }
  return unpacked;
}

/**
 * Room for all that comes of it saves joining two dozen pieces. A gzip body says at its end how much that is, which may be
 * a lie; of others, pages come to some ten times their size.
 */
function roomFor(packed: Uint8Array, unpacker: Unpacker): number {
  const said = unpacker === gzip && packed.length > 4 ? lengthSaid(packed) + 1 : packed.length * 16;
  return Math.min(512 * 1024, Math.max(16 * 1024, said));
}

const lengthSaid = ({ buffer, byteOffset, length }: Uint8Array): number =>
  Buffer.from(buffer, byteOffset + length - 4, 4).readUInt32LE();

const tooMuch = (packed: Uint8Array, most: number) =>
  new Unreadable(`${packed.length} bytes unpack to more than ${most}`);
