import { folded } from "../../source-kit/folded.ts";
import { countField, defineRequest, textField, timeoutField } from "../../source-kit/request.ts";
import {
  type Answer,
  operation,
  type Page,
  pagesUntil,
  perResults,
  type SiteRequest,
  Unreadable,
  wants,
} from "../../source-kit/source.ts";
import { cleanText } from "../../source-kit/values.ts";
import { type Product, SearchProduct } from "./product.ts";
import { readPage } from "./read-page.ts";

/** The two ways to request a page of results: the data route alone, or the whole page. */
type Form = "data" | "html";

/** Beyond this page the site shows nothing, however many results it counts. */
const LAST_PAGE = 500;
/** Cards per page: 24, and up to six advertised ones above them. */
const MOST_CARDS = 30;

function searchPage(keyword: string, page: number, form: Form): SiteRequest {
  const query = new URLSearchParams({ searchtext: keyword });
  if (page > 1) query.set("page", String(page));
  return form === "data"
    ? { path: `/nl/nl/s.data?${query}`, headers: wants.anything }
    : { path: `/nl/nl/s/?${query}`, headers: wants.page };
}

export default operation({
  path: "/api/nlretail/products/search",
  summary: "Products by keyword",
  description:
    "Products of a Dutch retailer for a search text, in the site's order. `is_sponsored` marks advertisements. A product that the site lists twice is returned once, at its first place.",
  price: perResults({ credits: 10, results: 20 }),
  request: defineRequest("NlretailProductsSearch", {
    keyword: textField({ description: "Search text.", minLength: 1, examples: ["koffiezetapparaat"] }),
    count: countField(),
    timeout: timeoutField,
  }),
  record: SearchProduct,
  maxResults: LAST_PAGE * MOST_CARDS,
  examples: [
    { keyword: "koffiezetapparaat", count: 20 },
    { keyword: "draadloze koptelefoon", count: 48 },
  ],
  run: ({ keyword }, site) =>
    pagesUntil(site, {
      // The data route is lighter; if it is gone or in another language, the page itself is read.
      request: (page) => searchPage(keyword, page, "data"),
      otherForm: { insteadOf: "data", when: Unreadable, request: (page) => searchPage(keyword, page, "html") },
      mostPages: LAST_PAGE,
      read: (answer) => readAsked(answer, keyword, site.origin),
    }),
  read: (answer, _request, { origin }) => readPage(answer, origin).page,
});

/** A page of the requested search; one that says it is of another search is rejected. */
export function readAsked(answer: Answer, keyword: string, origin: string): Page<Product> {
  if (answer.status !== 200) throw new Unreadable(`the search returned ${answer.status}`);
  const { page, searchText } = readPage(answer, origin);
  // The echo was cleaned of entities and tags, so the search text is too.
  if (searchText && isOther(searchText, cleanText(keyword) ?? "")) throw new Unreadable("a search for something else");
  return page;
}

/** The site corrects spelling, so only a text with nothing in common is a different one. */
function isOther(stated: string, requested: string): boolean {
  if (stated === requested) return false;
  const [one, other] = [piecesOf(stated), piecesOf(requested)];
  return one.size > 0 && other.size > 0 && ![...one].some((piece) => other.has(piece));
}

const LETTERS = 3;

function piecesOf(text: string): Set<string> {
  const plain = folded(text).replace(/[^\p{L}\p{N}]+/gu, "");
  const count = Math.max(0, plain.length - LETTERS + 1);
  return new Set(Array.from({ length: count }, (_, at) => plain.slice(at, at + LETTERS)));
}
