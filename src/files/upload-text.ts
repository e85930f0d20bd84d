import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { invalidValue, WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Replaces a character that the charset does not have. */
const REPLACED = Buffer.from("\uFFFD");
const BOM = Buffer.from("\uFEFF");

/** An upload as UTF-8, whatever charset it declares. */
export interface UploadText {
  chunks: AsyncIterable<Buffer>;
  /** Throws if a piece has bytes that are invalid in the declared charset. */
  check(piece: Buffer): void;
}

export function uploadText(body: Chunks, contentType: string): UploadText {
  const declared = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
  const { encoding } = decoderOf(declared);
  if (encoding === "utf-8") {
    return { chunks: withoutBom(counted(body)), check: (piece) => isUtf8(piece) || refuse("UTF-8") };
  }
  return {
    chunks: withoutBom(decoded(counted(body), declared)),
    check: (piece) => !piece.includes(REPLACED) || refuse(declared),
  };
}

function decoderOf(declared: string): TextDecoder {
  try {
    return new TextDecoder(declared);
  } catch {
    throw invalidValue(["header", "content-type"], `names an unknown charset: ${declared}`, declared);
  }
}

function refuse(charset: string): never {
  throw invalidValue(
    ["body"],
    `is not valid ${charset}; declare the file's charset, such as \`content-type: text/csv; charset=windows-1252\``,
  );
}

async function* counted(body: Chunks): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > limits.batchBody.max) throw new WinnowError("body_too_large", tooLarge);
    yield chunk;
  }
}

const tooLarge = `A batch has at most ${limits.batchBody.max / 1024 / 1024} MiB. Send it in several parts.`;

async function* decoded(body: AsyncIterable<Buffer>, declared: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of body) {
    // Plain `utf-16` can be either byte order, as its byte order mark shows.
    const isBigEndian = /^utf-?16$/i.test(declared) && chunk[0] === 0xfe;
    decoder ??= decoderOf(isBigEndian ? "utf-16be" : declared);
    yield Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

async function* withoutBom(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of body) {
    if (!start) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < BOM.length) continue;
    yield start.subarray(start.indexOf(BOM) === 0 ? BOM.length : 0);
    start = null;
  }
  if (start) yield start;
}
