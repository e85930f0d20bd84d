import { defineOperation } from "../../../contract/operation.ts";
import { perResults } from "../../../contract/price.ts";
import { pagesUntil } from "../../../source-kit/pages-until.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import { readPage } from "./read-page.ts";
import { ItemsSearchRecord } from "./record.ts";
import { ItemsSearch } from "./request.ts";

export default defineOperation({
  path: "/api/template/items/search",
  summary: "Template: items/search by keyword",
  description: "Items for a keyword, in the site's order.",
  price: perResults({ credits: 5, results: 20 }),
  request: ItemsSearch,
  record: ItemsSearchRecord,
  exampleRecord,
  examples: [{ keyword: "lamp", count: 20 }],
  run: ({ keyword }, site) =>
    pagesUntil(site, {
      request: (page) => ({ path: `/items-search?${new URLSearchParams({ q: keyword, page: String(page) })}` }),
      read: (answer) => readPage(answer, site.origin),
    }),
  parse: (answer, _request, { origin }) => readPage(answer, origin),
});
