import { jsonPage, jsonRecord, text } from "../../source-kit/record.ts";
import { defineRequest, lookupCountField, textField, timeoutField } from "../../source-kit/request.ts";
import { cachedForADay, operation, perRequestWhenFound } from "../../source-kit/source.ts";

const BrandsRecord = jsonRecord("TemplateBrandsRecord", {
  id: text("code").filled("always").meaning("The site's own ID: a value for a field of another operation."),
  name: text("label").filled("usually").meaning("Name."),
});

export default operation({
  path: "/api/template/brands",
  summary: "Template: brands by name",
  description: "What the site's own search box suggests for a text.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: defineRequest("TemplateBrands", {
    query: textField({ description: "Start of a name.", minLength: 1, examples: ["Re"] }),
    count: lookupCountField(),
    timeout: timeoutField,
  }),
  record: BrandsRecord,
  examples: [{ query: "Re" }, { query: "Bl" }],
  echo: { query: { says: "text" } },
  pageSize: { unknown: "The site suggests as many as it likes." },
  page: ({ query }) => ({ path: `/brands?${new URLSearchParams({ term: query })}` }),
  read: jsonPage(BrandsRecord, { rows: "suggestions", echo: { query: "term" } }),
});
