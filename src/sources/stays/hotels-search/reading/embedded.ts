import { Unreadable } from "../../../../contract/errors.ts";
import type { Answer } from "../../../../contract/site.ts";
import { isNode, type Node } from "./store.ts";

/**
 * The JSON blocks of a search page, cut out of its bytes: only the block itself is decoded, so that a page of
 * 1.2 MB costs little more than the parsing of its data.
 */
const APOLLO = 'data-capla-store-data="apollo"';
const CONTEXT = "data-capla-application-context";

/** The Apollo store of a page; where there are several, the one with the search in it. Null for none. */
export function apolloStore(answer: Answer): Node | null {
  let first: Node | null = null;
  for (const block of blocks(answer, APOLLO)) {
    const store = parsed(block, "the Apollo store");
    if (isNode(store.ROOT_QUERY) && "searchQueries" in store.ROOT_QUERY) return store;
    first ??= store;
  }
  return first;
}

/** What the page says about itself: `language`, `currency`, `basePageUrl`. Null where it does not. */
export function applicationContext(answer: Answer): Node | null {
  for (const block of blocks(answer, CONTEXT)) return parsed(block, "the application context");
  return null;
}

function* blocks(answer: Answer, marker: string): Generator<string> {
  const { buffer, byteOffset, byteLength } = answer.body;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  for (let at = bytes.indexOf(marker); at !== -1; at = bytes.indexOf(marker, at + marker.length)) {
    if (!bytes.subarray(bytes.lastIndexOf("<", at), at).toString("latin1").startsWith("<script")) continue;
    const start = bytes.indexOf(">", at) + 1;
    const end = bytes.indexOf("</script", start);
    if (start > 0 && end > start) yield bytes.toString("utf8", start, end);
  }
}

function parsed(block: string, what: string): Node {
  try {
    const value: unknown = JSON.parse(block);
    if (isNode(value)) return value;
  } catch (error) {
    throw new Unreadable(`${what} is no JSON: ${(error as Error).message}`);
  }
  throw new Unreadable(`${what} is no object`);
}
