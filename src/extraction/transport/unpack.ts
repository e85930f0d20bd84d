import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { errorCode } from "../../base/thrown.ts";
import { NotResponding, SourceError, Unreadable } from "../../contract/errors.ts";
import { pageMemory } from "./page-memory.ts";

/** Maximum ratio of unpacked to received bytes. Pages reach 30, bombs 1,000. */
const MAX_RATIO = 100;
/** Below this the ratio does not matter: a small page of blanks is not a bomb. */
const RATIO_COUNTS_FROM = 1024 * 1024;

/** The requested encodings; `unpack` supports each. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";

type Unpacker = (packed: Uint8Array, options: { maxOutputLength: number; chunkSize: number }) => Promise<Uint8Array>;

// Uses the thread pool: unpacking a large page here would delay every other call.
const gzip: Unpacker = promisify(zlib.gunzip);
const inflate: Unpacker = promisify(zlib.inflate);
const inflateRaw: Unpacker = promisify(zlib.inflateRaw);
const brotli: Unpacker = promisify(zlib.brotliDecompress);
const zstd: Unpacker = promisify(zlib.zstdDecompress);

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
      // Servers send raw deflate under this name as often as the intended zlib form.
      return ((packed[0] ?? 0) & 0x0f) === 0x08 ? inflate : inflateRaw;
    default:
      throw new Unreadable(`the body is packed as "${name}", which is not supported`);
  }
}

/** Decodes a content-encoding (several from the last to the first) within the limits, until cancelled. */
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
    const max = Math.min(maxBytes, Math.max(RATIO_COUNTS_FROM, unpacked.length * MAX_RATIO));
    try {
      const unpacker = unpackerFor(step, unpacked);
      unpacked = pageMemory.own(await unpacker(unpacked, { maxOutputLength: max, chunkSize: roomFor(unpacked) }));
      signal.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceError) throw error;
      if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooMuch(unpacked, max);
      throw new NotResponding(`the ${step} body was cut short or is broken`, error);
    }
  }
  return unpacked;
}

/** Pages unpack to about ten times their size. Allocating that much up front avoids joining two dozen pieces. */
const roomFor = (packed: Uint8Array): number => Math.min(512 * 1024, Math.max(16 * 1024, packed.length * 16));

const tooMuch = (packed: Uint8Array, max: number) =>
  new Unreadable(`${packed.length} bytes unpack to more than ${max}`);
