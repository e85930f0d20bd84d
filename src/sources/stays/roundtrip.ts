/**
 * Each suggestion of the site's search box has a token that a search sends back: a Protocol Buffers message, whose seventh
 * field is the text that was typed. Null if there is none.
 */
export function typedText(token: unknown): string | null {
  if (typeof token !== "string") return null;
  const bytes = Buffer.from(token, "base64");
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++] ?? 0;
    const number = readNumber(bytes, at);
    if (number === null) return null;
    at = number.end;
    const kind = tag & 7;
    if (kind === NUMBER) continue;
    if (kind !== TEXT || at + number.value > bytes.length) return null;
    if (tag >> 3 === TYPED) return bytes.toString("utf8", at, at + number.value);
    at += number.value;
  }
  return null;
}

const NUMBER = 0;
const TEXT = 2;
const TYPED = 7;

/** A number of seven bits a byte, the lowest first. */
function readNumber(bytes: Buffer, start: number): { value: number; end: number } | null {
  let value = 0;
  for (let at = start, shift = 0; at < bytes.length && shift <= 28; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return null;
}
