import { Unreadable } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perResults } from "../../../contract/price.ts";
import { pagesUntil } from "../../../source-kit/pages-until.ts";
import { LAST_PAGE, MOST_CARDS, searchPage } from "./pages.ts";
import { readAsked } from "./read-asked.ts";
import { readPage } from "./read-page.ts";
import { SearchProduct } from "./record.ts";
import { ProductsSearch } from "./request.ts";

export default defineOperation({
  path: "/api/nlretail/products/search",
  summary: "Products by keyword",
  description:
    "Products of a Dutch retailer for a search text, in the site's order. `is_sponsored` marks advertisements. A product that the site lists twice is returned once, at its first place.",
  price: perResults({ credits: 10, results: 20 }),
  request: ProductsSearch,
  record: SearchProduct,
  maxResults: LAST_PAGE * MOST_CARDS,
  examples: [
    { keyword: "koffiezetapparaat", count: 20 },
    { keyword: "draadloze koptelefoon", count: 48 },
  ],
  run: ({ keyword }, site) =>
    pagesUntil(site, {
      // The data route is the lighter one; where it is gone or speaks another language, the page itself is read.
      request: (page) => searchPage(keyword, page, "data"),
      otherForm: { when: Unreadable, request: (page) => searchPage(keyword, page, "html") },
      mostPages: LAST_PAGE,
      read: (answer) => readAsked(answer, keyword, site.origin),
    }),
  parse: (answer, _request, { origin }) => readPage(answer, origin).page,
});
