/**
 * The text of a table, as bytes. In a literal of a page's script every quote and every backslash of it has a backslash
 * before it; the literal is searched as it stands, since unescaping it takes as long as searching it.
 */
export interface TableText {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly isLiteral: boolean;
}

export function plainText(text: string): TableText {
  const bytes = Buffer.from(text);
  return { bytes, start: 0, end: bytes.length, isLiteral: false };
}

/** What stands between two quotes. Throws a `SyntaxError` where that is no text. */
export function textIn({ bytes, isLiteral }: TableText, start: number, end: number): string {
  const raw = bytes.toString("utf8", start, end);
  if (!raw.includes("\\")) return raw;
  return JSON.parse(`"${isLiteral ? JSON.parse(`"${raw}"`) : raw}"`);
}

/** A value. Throws a `SyntaxError` where it is no JSON. */
export function valueIn({ bytes, isLiteral }: TableText, start: number, end: number): unknown {
  const raw = bytes.toString("utf8", start, end);
  return JSON.parse(isLiteral && raw.includes("\\") ? JSON.parse(`"${raw}"`) : raw);
}

/** What a literal says. Throws a `SyntaxError` where it says nothing that JSON could. */
export const unescaped = ({ bytes, start, end }: TableText): string =>
  JSON.parse(`"${bytes.toString("utf8", start, end)}"`);

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Blank, line feed, carriage return, tab. */
const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
/** The letters of their escapes: `\n`, `\r`, `\t`. */
const isBlankEscaped = (byte: number | undefined): boolean => byte === 0x6e || byte === 0x72 || byte === 0x74;

/** Behind white space. */
export function afterBlank({ bytes, end, isLiteral }: TableText, from: number): number {
  let at = from;
  while (at < end) {
    if (isBlank(bytes[at])) at++;
    else if (isLiteral && bytes[at] === BACKSLASH && isBlankEscaped(bytes[at + 1])) at += 2;
    else break;
  }
  return at;
}

/** Behind the quote that ends the text whose first quote is at `start`. */
export function endOfText({ bytes, end, isLiteral }: TableText, start: number): number {
  for (let at = isLiteral ? start + 2 : start + 1; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte !== BACKSLASH) continue;
    at++;
    if (!isLiteral) continue;
    if (bytes[at] === QUOTE) return at + 1;
    // An escape of the text itself, whose second half may be escaped again.
    if (bytes[at] === BACKSLASH && bytes[++at] === BACKSLASH) at++;
  }
  throw new SyntaxError("a text that does not end");
}

/** Behind the bracket that closes the one at `start`. */
export function endOfContainer(text: TableText, start: number): number {
  const { bytes, end, isLiteral } = text;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === (isLiteral ? BACKSLASH : QUOTE))
      at = (isLiteral && bytes[at + 1] !== QUOTE ? at + 2 : endOfText(text, at)) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && --depth === 0) return at + 1;
  }
  throw new SyntaxError("a container that does not end");
}

/** Behind a number, a flag or `null`. */
export function endOfLiteral({ bytes, end }: TableText, start: number): number {
  let at = start;
  while (at < end && bytes[at] !== COMMA && bytes[at] !== CLOSE_LIST && bytes[at] !== BACKSLASH && !isBlank(bytes[at]))
    at++;
  return at;
}
