import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from "node:zlib";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * A body is packed in parts of this size, so that it can be unpacked part by part. A reader that waits for its client then
 * keeps one part in memory, and no decompressor, which takes half a megabyte. It costs an eighth more space.
 */
const PART_BYTES = 64 * 1024;

/**
 * What is no larger is packed and unpacked on the spot: that takes less time (0.05 ms for 10 kB) than a round trip to a pool
 * thread, where many would keep a decompressor each while they wait.
 */
export const ON_THE_SPOT = PART_BYTES;

/** Packed bytes that are read from the store at once. */
export const PIECE_BYTES = 32 * 1024;

/**
 * Before each part of several, its packed length in a skippable frame, which any program that reads zstd passes over. A
 * body of one part begins with the part itself.
 */
const HEADER_BYTES = 12;
const SKIPPABLE = 0x184d2a50;

/** JSON is repetitive: even a fast level shrinks it to a fifth, so the output buffer can be small. */
const optionsFor = (part: Uint8Array) => ({
  pledgedSrcSize: part.length,
  chunkSize: Math.max(1024, part.length >> 2),
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
});

/** The stored form of a response of one part. */
export const packHere = (body: Uint8Array): Uint8Array => zstdCompressSync(body, optionsFor(body));

/** The stored form of responses. */
export async function packBody(body: Uint8Array): Promise<Uint8Array> {
  if (body.length <= PART_BYTES) return packHere(body);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += PART_BYTES) {
    const part = body.subarray(at, at + PART_BYTES);
    const packed = await compress(part, optionsFor(part));
    parts.push(headerOf(packed), packed);
  }
  return Buffer.concat(parts);
}

function headerOf(packed: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  for (const [nth, value] of [SKIPPABLE, 4, packed.length].entries()) header.writeUInt32LE(value, 4 * nth);
  return header;
}

/** Bytes that SQLite's thread packs before writing, instead of the thread that serves calls. */
export interface ToPack {
  toPack: Uint8Array;
}

export const isToPack = (value: unknown): value is ToPack =>
  typeof value === "object" && value !== null && "toPack" in value;

/** Unpacks a stored body. */
export async function unpackBody(packed: Uint8Array): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(unpackParts(packed.length, async (at) => packed.subarray(at))));
}

/** The JSON in a packed body. */
export const unpackJson = async <T>(packed: Uint8Array): Promise<T> =>
  JSON.parse((await unpackBody(packed)).toString()) as T;

/** Unpacks a stored body of this size part by part, as they are taken. `read` gives some bytes from an offset on. */
export async function* unpackParts(
  size: number,
  read: (offset: number) => Promise<Uint8Array>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of packedParts(size, read)) {
    yield part.length > ON_THE_SPOT ? await decompress(part) : zstdDecompressSync(part);
  }
}

async function* packedParts(size: number, read: (offset: number) => Promise<Uint8Array>): AsyncGenerator<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  for (let at = 0; at < size; ) {
    const fill = async (length: number): Promise<void> => {
      while (bytes.length < length) {
        const more = await read(at + bytes.length);
        if (more.length === 0) throw new Error("a stored response ended early");
        bytes = Buffer.concat([bytes, more]);
      }
    };
    await fill(Math.min(HEADER_BYTES, size - at));
    const isSeveral = bytes.readUInt32LE(0) === SKIPPABLE;
    const [begin, end] = isSeveral ? [HEADER_BYTES, HEADER_BYTES + bytes.readUInt32LE(8)] : [0, size];
    await fill(end);
    yield bytes.subarray(begin, end);
    bytes = bytes.subarray(end);
    at += end;
  }
}
