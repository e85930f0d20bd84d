import { isUtf8 } from "node:buffer";

/** The bytes are not valid in their detected encoding. The message completes "There was an error parsing the body". */
export class UndecodableBody extends Error {}

/**
 * Decodes a body as Python's `json.loads` does: UTF-8, or the UTF-16 or UTF-32 indicated by a byte order mark or the
 * positions of zero bytes.
 */
export function decodeBody(bytes: Buffer): string {
  switch (encodingOf(bytes)) {
    case "utf-8-sig":
      return utf8(bytes.subarray(3));
    case "utf-16":
      return bytes[0] === 0xff ? utf16(bytes.subarray(2)) : utf16(swapped(bytes.subarray(2)));
    case "utf-16-le":
      return utf16(bytes);
    case "utf-16-be":
      return utf16(swapped(bytes));
    case "utf-32":
      return utf32(bytes.subarray(4), bytes[0] === 0xff);
    case "utf-32-le":
      return utf32(bytes, true);
    case "utf-32-be":
      return utf32(bytes, false);
    default:
      return utf8(bytes);
  }
}

/** Null for UTF-8 without a byte order mark. */
function encodingOf(b: Buffer): string | null {
  const starts = (...mark: number[]) => mark.every((byte, index) => b[index] === byte);
  if (starts(0, 0, 0xfe, 0xff) || starts(0xff, 0xfe, 0, 0)) return "utf-32";
  if (starts(0xfe, 0xff) || starts(0xff, 0xfe)) return "utf-16";
  if (starts(0xef, 0xbb, 0xbf)) return "utf-8-sig";
  if (b.length >= 4) {
    if (b[0] === 0) return b[1] ? "utf-16-be" : "utf-32-be";
    if (b[1] === 0) return b[2] || b[3] ? "utf-16-le" : "utf-32-le";
  } else if (b.length === 2) {
    if (b[0] === 0) return "utf-16-be";
    if (b[1] === 0) return "utf-16-le";
  }
  return null;
}

const utf8 = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString() : utf8WithSurrogates(bytes));

/** The surrogate encoded in these three bytes; null for anything else. */
function surrogateAt(bytes: Buffer, at: number): string | null {
  const [first, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (first !== 0xed || (second & 0xe0) !== 0xa0 || (third & 0xc0) !== 0x80) return null;
  return String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f));
}

/** Python decodes with `surrogatepass`, which accepts the three bytes of a lone surrogate. */
function utf8WithSurrogates(bytes: Buffer): string {
  let text = "";
  let from = 0;
  const take = (to: number) => {
    const part = bytes.subarray(from, to);
    if (!isUtf8(part)) throw new UndecodableBody("it is not valid UTF-8");
    text += part.toString();
  };
  for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at)) {
    const surrogate = surrogateAt(bytes, at);
    if (surrogate !== null) {
      take(at);
      text += surrogate;
      at += 3;
      from = at;
    } else at += 1;
  }
  take(bytes.length);
  return text;
}

function utf16(bytes: Buffer): string {
  if (bytes.length % 2 !== 0) throw new UndecodableBody("it looks like UTF-16 and is cut short");
  return bytes.toString("utf16le");
}

const swapped = (bytes: Buffer): Buffer => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : bytes);

function utf32(bytes: Buffer, littleEndian: boolean): string {
  if (bytes.length % 4 !== 0) throw new UndecodableBody("it looks like UTF-32 and is cut short");
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const point = littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    if (point > 0x10ffff) throw new UndecodableBody("it looks like UTF-32 and has an invalid character");
    parts.push(String.fromCodePoint(point));
  }
  return parts.join("");
}
