import { isAscii, isUtf8 } from "node:buffer";

/**
 * Detects the actual charset of a page. Headers and meta tags may be wrong; bytes that form valid UTF-8 with non-ASCII
 * letters are not, so they take precedence over both. Only a byte order mark takes precedence over them.
 */
export function detectCharset(body: Uint8Array, contentType = ""): string {
  const mark = byteOrderMark(body);
  if (mark) return mark;
  const declared = [labelIn(contentType), labelInMarkup(body)].filter((label) => label !== null);
  if (isAscii(body)) return declared.find((label) => !label.startsWith("utf-16")) ?? "utf-8";
  if (isUtf8(withoutCutCharacter(body))) return "utf-8";
  const other = declared.find((label) => label !== "utf-8");
  if (other && reads(body, other)) return other;
  return mostlyUtf8(body) ? "utf-8" : guess(body);
}

export const decode = (body: Uint8Array, charset: string): string => new TextDecoder(charset).decode(body);

function byteOrderMark(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return null;
}

const LABEL = /charset\s*=[\s"']*([\w:.-]+)/i;

function labelIn(text: string): string | null {
  const label = LABEL.exec(text)?.[1];
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** Browsers look at the first 1,024 bytes; pages with long leading comments have it slightly later. */
const MARKUP_SEARCHED = 4096;

function labelInMarkup(body: Uint8Array): string | null {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MARKUP_SEARCHED)).toString("latin1");
  const tag = /<meta[^<>]+charset[^<>]*>|<\?xml[^<>]+encoding\s*=\s*["'][\w:.-]+/i.exec(start)?.[0];
  return tag ? labelIn(tag.replace(/encoding\s*=/i, "charset=")) : null;
}

/** A body cut inside a character is still UTF-8. */
function withoutCutCharacter(body: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, body.length); back++) {
    const byte = body.at(-back) ?? 0;
    if (byte >= 0xc0) return body.subarray(0, body.length - back);
    if (byte < 0x80) break;
  }
  return body;
}

function reads(body: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(withoutLastBytes(body));
    return true;
  } catch {
    return false;
  }
}

/** A multi-byte charset may also be cut at the end. */
const withoutLastBytes = (body: Uint8Array) => body.subarray(0, Math.max(0, body.length - 4));

const REPLACED = /\uFFFD/g;
const BEYOND_ASCII = /[^\0-\x7f]/g;

/** A UTF-8 page with a few broken bytes: at most one in ten, otherwise it is something else. */
function mostlyUtf8(body: Uint8Array): boolean {
  const text = decode(body, "utf-8");
  const broken = text.match(REPLACED)?.length ?? 0;
  return broken * 10 <= (text.match(BEYOND_ASCII)?.length ?? 0);
}

/**
 * A fallback for pages that declare nothing and are not UTF-8. Cyrillic text in windows-1251 is almost all bytes above
 * 0xC0, in runs; western text has single ones between ASCII letters.
 */
function guess(body: Uint8Array): string {
  let high = 0;
  let runs = 0;
  let before = body[0] ?? 0;
  for (const byte of body.subarray(1)) {
    if (byte >= 0xc0) {
      high++;
      if (before >= 0xc0) runs++;
    }
    before = byte;
  }
  return high > 0 && runs / high > 0.5 ? "windows-1251" : "windows-1252";
}
