import { Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { parseJson } from "../../../source-kit/json.ts";
import type { Listing, Reading } from "./listing.ts";
import { readGraphql } from "./read-graphql.ts";
import { readPage } from "./read-page.ts";

/** Reads an answer in whichever of the site's forms it came. */
export function readAnswer(answer: Answer, reading: Reading): Listing {
  const text = answer.text().trimStart();
  if (text.startsWith("{") || text.startsWith("[")) return readGraphql(parseJson(text), reading);
  if (text.startsWith("<")) return readPage(text, reading);
  throw new Unreadable("neither JSON nor a page");
}
