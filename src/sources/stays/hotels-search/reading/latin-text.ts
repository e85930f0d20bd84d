import { cleanText } from "../../../../contract/values.ts";
import type { TextOf } from "./search-block.ts";

/**
 * Decoding 230 KB of UTF-8 costs a third of what parsing it does, and only a few texts of a page are read. So the
 * block is parsed as if it were Latin-1 (JSON's own signs are ASCII, so its structure is the same), and a text is
 * put right when it is read. Signs that were written as escapes are right already: they are no valid UTF-8.
 */
const BYTES = /[\x80-\xff]{2,}/g;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Words in ASCII with one blank between them, and nothing that may be a tag or an entity: clean as they are. No more
 * than a hundred: without a bound, a text of some megabytes would exhaust the matcher.
 */
const PLAIN = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+){0,99}$/;

/** Text of a page's block as the contract wants text. */
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
