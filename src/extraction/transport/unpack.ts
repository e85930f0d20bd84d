import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { NotResponding, Unreadable } from "../../contract/errors.ts";

/** What a page may unpack to, as a multiple of what came over the wire. Pages reach 30, bombs 1,000. */
const MOST_RATIO = 100;
/** Below this the ratio does not matter: a small page of blanks is no bomb. */
const RATIO_COUNTS_FROM = 1024 * 1024;

/** The encodings that are asked for; each is known to `unpack`. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";

/**
 * Up to here a body is unpacked where it is (a millisecond or two, as long as reading the page takes): the pool's
 * threads keep memory of their own for every page that passes through them.
 */
const ON_THE_SPOT = 64 * 1024;

type Unpacker = (packed: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const inflate = promisify(zlib.inflate) as Unpacker;
const inflateRaw = promisify(zlib.inflateRaw) as Unpacker;
const gunzip = smallOnTheSpot(zlib.gunzipSync, promisify(zlib.gunzip) as Unpacker);

function smallOnTheSpot(
  here: (packed: Uint8Array, options: { maxOutputLength: number }) => Uint8Array,
  inPool: Unpacker,
): Unpacker {
  return async (packed, options) =>
    packed.length <= ON_THE_SPOT ? here(packed, options) : await inPool(packed, options);
}

const unpackers: Record<string, Unpacker> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  br: promisify(zlib.brotliDecompress) as Unpacker,
  zstd: promisify(zlib.zstdDecompress) as Unpacker,
  // Servers send raw deflate under this name as often as the zlib form that was meant.
  deflate: (packed, options) => ((packed[0]! & 0x0f) === 0x08 ? inflate : inflateRaw)(packed, options),
};

/** Undoes a content-encoding (several are undone from the last to the first) inside the limits. */
export async function unpack(body: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  let unpacked = body;
  for (const name of encoding.toLowerCase().split(",").reverse()) {
    const step = name.trim();
    if (step === "" || step === "identity" || unpacked.length === 0) continue;
    const unpacker = unpackers[step];
    if (!unpacker) throw new Unreadable(`the body is packed as "${step}", which is not known here`);
    const most = Math.min(maxBytes, Math.max(RATIO_COUNTS_FROM, unpacked.length * MOST_RATIO));
    try {
      unpacked = await unpacker(unpacked, { maxOutputLength: most });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
        throw new Unreadable(`${unpacked.length} bytes unpack to more than ${most}`);
      }
      throw new NotResponding(`the ${step} body was cut short or is broken`, error);
    }
  }
  return unpacked;
}
