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

/**
 * A body up to this size is unpacked in this thread, if it gives no more than that: the thread pool would take 0.3 ms more of
 * processor time, and as long.
 */
const SMALL = 32 * 1024;
const SMALL_UNPACKED = 256 * 1024;

interface Room {
  maxOutputLength: number;
  chunkSize: number;
}

interface Unpacker {
  /** Uses the thread pool: unpacking a large page here would delay every other call. */
  elsewhere(packed: Uint8Array, room: Room): Promise<Uint8Array>;
  here(packed: Uint8Array, room?: Room): Uint8Array;
}

const gzip: Unpacker = { elsewhere: promisify(zlib.gunzip), here: zlib.gunzipSync };
const inflate: Unpacker = { elsewhere: promisify(zlib.inflate), here: zlib.inflateSync };
const inflateRaw: Unpacker = { elsewhere: promisify(zlib.inflateRaw), here: zlib.inflateRawSync };
const brotli: Unpacker = { elsewhere: promisify(zlib.brotliDecompress), here: zlib.brotliDecompressSync };
const zstd: Unpacker = { elsewhere: promisify(zlib.zstdDecompress), here: zlib.zstdDecompressSync };

/** The encodings of a body, from the last to the first. */
const stepsIn = (encoding: string): string[] =>
  encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
    .reverse();

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

/** Decodes a content-encoding within the limits, until cancelled. */
export async function unpack(
  body: Uint8Array,
  encoding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let unpacked = body;
  for (const step of stepsIn(encoding)) {
    if (unpacked.length === 0) break;
    const max = Math.min(maxBytes, Math.max(RATIO_COUNTS_FROM, unpacked.length * MAX_RATIO));
    try {
      const unpacker = unpackerFor(step, unpacked);
      const room = { maxOutputLength: max, chunkSize: expectedSize(step, unpacked) };
      unpacked = pageMemory.own(unpackedHere(unpacker, unpacked, room) ?? (await unpacker.elsewhere(unpacked, room)));
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

/** Null if the body is too large for this thread, packed or unpacked. */
function unpackedHere({ here }: Unpacker, packed: Uint8Array, room: Room): Uint8Array | null {
  if (packed.length > SMALL || room.maxOutputLength < SMALL_UNPACKED) return null;
  try {
    return here(packed, { ...room, maxOutputLength: SMALL_UNPACKED });
  } catch (error) {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") return null;
    throw error;
  }
}

/** A body that was unpacked within its limits before, in this thread. */
export const unpackAgain = (body: Uint8Array, encoding: string): Uint8Array =>
  stepsIn(encoding).reduce((packed, step) => unpackerFor(step, packed).here(packed), body);

/**
 * Memory that is taken for a page up front, since joining two dozen pieces takes longer. gzip states the size in its last
 * four bytes, truly or not; others usually need ten times their packed size. zlib asks for more once it is full.
 */
function expectedSize(step: string, packed: Uint8Array): number {
  const isGzip = step.endsWith("gzip") && packed.length > 18;
  const size = isGzip
    ? new DataView(packed.buffer, packed.byteOffset).getUint32(packed.length - 4, true) + 1
    : packed.length * 16;
  return Math.min(512 * 1024, Math.max(16 * 1024, size));
}

const tooMuch = (packed: Uint8Array, max: number) =>
  new Unreadable(`${packed.length} bytes unpack to more than ${max}`);
