import { decimal, flag, jsonPage, jsonRecord, link, text } from "../../source-kit/record.ts";
import { countField, defineRequest, textField, timeoutField } from "../../source-kit/request.ts";
import { operation, perResults } from "../../source-kit/source.ts";

const ItemsSearchRecord = jsonRecord("TemplateItemsSearchRecord", {
  id: text("id").filled("always").meaning("The site's own ID."),
  name: text("name").filled("usually").meaning("Name."),
  url: link("link").filled("usually").meaning("URL of the page."),
  price: decimal("price").meaning("Price; say in which currency."),
  in_stock: flag("inStock").meaning("Whether it can be bought now."),
});

export default operation({
  path: "/api/template/items/search",
  summary: "Template: items/search by keyword",
  description: "Items for a keyword, in the site's order.",
  price: perResults({ credits: 5, results: 20 }),
  request: defineRequest("TemplateItemsSearch", {
    keyword: textField({ description: "Search text.", minLength: 1, examples: ["lamp"] }),
    count: countField(),
    timeout: timeoutField,
  }),
  record: ItemsSearchRecord,
  examples: [
    { keyword: "lamp", count: 20 },
    { keyword: "chair", count: 20 },
  ],
  echo: { keyword: { says: "search text" }, page: { says: "page number" } },
  pageSize: 24,
  pageNumber: ({ keyword }, page) => ({
    path: `/items-search?${new URLSearchParams({ q: keyword, page: String(page) })}`,
  }),
  read: jsonPage(ItemsSearchRecord, {
    rows: "items",
    total: "total",
    number: "page",
    lastPage: "pages",
    echo: { keyword: "query" },
  }),
});
