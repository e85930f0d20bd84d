import { messageOf } from "../../../base/thrown.ts";
import { isObject, type Json } from "../../../source-kit/json.ts";
import { type Answer, Unreadable } from "../../../source-kit/source.ts";
import { cleanText } from "../../../source-kit/values.ts";
import type { TextOf } from "./search-block.ts";

/**
 * Decoding 230 KB of UTF-8 costs a third of parsing it, and only a few texts of a page are read. So the block is parsed as
 * if it were Latin-1 (JSON's own characters are ASCII, so its structure is the same), and a text is decoded when it is
 * read. Characters written as escapes are already right: they are not valid UTF-8.
 */
const BYTES = /[\x80-\xff]{2,}/g;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * ASCII words with single blanks, and no possible tag or entity: already clean. At most a hundred words: without a bound, a
 * text of several megabytes would exhaust the regex engine.
 */
const PLAIN = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+){0,99}$/;

/** Cleans text of a page's block as the contract requires. */
export const latinText: TextOf = (value) => {
  if (typeof value !== "string") return cleanText(value);
  return PLAIN.test(value) ? value : cleanText(value.replace(BYTES, decoded));
};

function decoded(bytes: string): string {
  try {
    return utf8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return bytes;
  }
}

/**
 * The JSON blocks of a search page, extracted from the end of its bytes (they are in its later half): a page of 1.2 MB
 * costs little more than parsing its data. Their texts still have to be decoded: `latin-text.ts`.
 */
const APOLLO = { name: "data-capla-store-data", value: /^=["']?apollo["'\s>]/ };
const CONTEXT = { name: "data-capla-application-context", value: /^/ };

interface Store {
  json: Json;
  /** Its position in the page. */
  at: number;
}

/** A script of the page: the position of its name, and its content. */
interface Block {
  at: number;
  start: number;
  end: number;
}

/** The Apollo store of a page; of several, the one with the search. Null if there is none. */
export function apolloStore(page: Buffer): Store | null {
  let found: Store | null = null;
  for (const { at, start, end } of blocks(page, APOLLO, page.length)) {
    found = { json: parseBlock(page, start, end), at };
    const { ROOT_QUERY: query } = found.json;
    if (isObject(query) && "searchQueries" in query) return found;
  }
  return found;
}

/** The page's own settings (`language`, `currency`) before its store. Null if there are none. */
export function applicationContext(page: Buffer, before: number): Json | null {
  for (const { start, end } of blocks(page, CONTEXT, before)) return parseBlock(page, start, end);
  return null;
}

/** The JSON of a page from `start` to `end`. */
function parseBlock(page: Buffer, start: number, end: number): Json {
  let value: unknown;
  try {
    value = JSON.parse(page.toString("latin1", start, end));
  } catch (error) {
    throw new Unreadable(`an embedded block is no JSON: ${messageOf(error)}`);
  }
  if (isObject(value)) return value;
  throw new Unreadable("an embedded block is no object");
}

export const bytesOf = ({ body }: Answer): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

function* blocks(page: Buffer, { name, value }: typeof APOLLO, before: number): Generator<Block> {
  for (let at = page.lastIndexOf(name, before); at !== -1; at = at > 0 ? page.lastIndexOf(name, at - 1) : -1) {
    if (!value.test(page.toString("latin1", at + name.length, at + name.length + 10))) continue;
    const tag = page.lastIndexOf("<", at);
    if (page.toString("latin1", tag, tag + 7) !== "<script") continue;
    const start = page.indexOf(">", at) + 1;
    const end = page.indexOf("</script", start);
    if (start > 0 && end > start) yield { at, start, end };
  }
}
