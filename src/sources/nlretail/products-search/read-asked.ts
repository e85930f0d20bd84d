import { Unreadable } from "../../../contract/errors.ts";
import type { Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText } from "../../../contract/values.ts";
import { type Product, readPage } from "./read-page.ts";

/** A page of the search that was asked for: one that says it is of another search is refused. */
export function readAsked(answer: Answer, keyword: string, origin: string): Page<Product> {
  if (answer.status !== 200) throw new Unreadable(`the search answered ${answer.status}`);
  const { page, searchText } = readPage(answer, origin);
  // The echo was cleaned of entities and tags: so is the question.
  if (searchText && isOther(searchText, cleanText(keyword) ?? "")) throw new Unreadable("a search for something else");
  return page;
}

/** The site puts spelling right, so that only a text with nothing in common is another one. */
function isOther(said: string, asked: string): boolean {
  if (said === asked) return false;
  const [one, other] = [piecesOf(said), piecesOf(asked)];
  return one.size > 0 && other.size > 0 && ![...one].some((piece) => other.has(piece));
}

const LETTERS = 3;

function piecesOf(text: string): Set<string> {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  const count = Math.max(0, plain.length - LETTERS + 1);
  return new Set(Array.from({ length: count }, (_, at) => plain.slice(at, at + LETTERS)));
}
