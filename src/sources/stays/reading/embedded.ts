import { errorMessage } from "../../../base/thrown.ts";
import { isObject, type Json, observed } from "../../../source-kit/json.ts";
import { shallowJson } from "../../../source-kit/shallow-json.ts";
import { type Answer, Unreadable } from "../../../source-kit/source.ts";

/**
 * The JSON blocks of a search page, searched from the end of its bytes (they are in its later half): a page of 1.2 MB costs
 * little more than parsing its data.
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
    found = { json: parseBlock(page, start, end, APOLLO.name), at };
    const { ROOT_QUERY: query } = found.json;
    if (isObject(query) && "searchQueries" in query) return found;
  }
  return found;
}

/** The page's own settings (`language`, `currency`) before its store. Null if there are none. */
export function applicationContext(page: Buffer, before: number): Json | null {
  for (const { start, end } of blocks(page, CONTEXT, before)) return parseBlock(page, start, end, CONTEXT.name);
  return null;
}

function parseBlock(page: Buffer, start: number, end: number, name: string): Json {
  let value: unknown;
  try {
    value = observed(shallowJson(page.toString("utf8", start, end)), name);
  } catch (error) {
    throw new Unreadable(`an embedded block is not JSON: ${errorMessage(error)}`);
  }
  if (isObject(value)) return value;
  throw new Unreadable("an embedded block is not an object");
}

export const answerBytes = ({ body }: Answer): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

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
