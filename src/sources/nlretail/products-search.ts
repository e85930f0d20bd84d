import { countField, defineRequest, textField, timeoutField } from "../../source-kit/request.ts";
import {
  type Answer,
  asking,
  defineEcho,
  isRespelled,
  operation,
  type Page,
  pagesUntil,
  perResults,
  type SiteRequest,
  sameText,
  Unreadable,
  wants,
} from "../../source-kit/source.ts";
import { type Product, SearchProduct } from "./product.ts";
import { readPage } from "./read-page.ts";

/** The two ways to request a page of results: the data route alone, or the whole page. */
type Form = "data" | "html";

/** Beyond this page the site shows nothing, however many results it counts. */
const LAST_PAGE = 500;
/** Rows per page, and the advertised ones above them, which the site does not count. */
const PAGE_SIZE = 24;
const MAX_ADVERTS = 6;

export const searchEcho = defineEcho({
  keyword: {
    says: "search text",
    same: (stated: string, asked: string) => sameText(stated, asked),
    refusal: (stated: string, asked: string) =>
      isRespelled(stated, asked) ? { field: "keyword", msg: `the site searched for "${stated}": send that` } : null,
    sometimes: "No response of the data route was seen: the one of 2023 repeats the text in a field and in links.",
  },
  page: { says: "page number", sometimes: "No response of the data route was seen: the one of 2023 states it." },
});

export function searchPage(keyword: string, page: number, form: Form): SiteRequest {
  const query = new URLSearchParams({ searchtext: keyword });
  if (page > 1) query.set("page", String(page));
  const asked = { asks: asking(searchEcho, { keyword }), page };
  return form === "data"
    ? { path: `/nl/nl/s.data?${query}`, headers: wants.anything, ...asked }
    : { path: `/nl/nl/s/?${query}`, headers: wants.page, ...asked };
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
  maxResults: LAST_PAGE * (PAGE_SIZE + MAX_ADVERTS),
  echo: searchEcho,
  pageSize: PAGE_SIZE,
  examples: [
    { keyword: "koffiezetapparaat", count: 20 },
    { keyword: "draadloze koptelefoon", count: 48 },
  ],
  run: ({ keyword }, site) =>
    pagesUntil(site, {
      // The data route is lighter; if it is gone or in another language, the page itself is read.
      request: (page) => searchPage(keyword, page, "data"),
      otherForm: { insteadOf: "data", when: Unreadable, request: (page) => searchPage(keyword, page, "html") },
      maxPages: LAST_PAGE,
      read: (answer) => readSearch(answer, site.origin),
    }),
  read: (answer, _request, { origin }) => readPage(answer, origin),
});

/** The site answers every search that it has with status 200. */
export function readSearch(answer: Answer, origin: string): Page<Product> {
  if (answer.status !== 200) throw new Unreadable(`the search returned ${answer.status}`);
  return readPage(answer, origin);
}
