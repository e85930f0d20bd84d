import { decimal, jsonPage, jsonRecord, text } from "../../source-kit/record.ts";
import { countField, defineRequest, timeoutField } from "../../source-kit/request.ts";
import { operation, perResults } from "../../source-kit/source.ts";

const UpdatesListRecord = jsonRecord("TemplateUpdatesListRecord", {
  id: text("id").filled("always").meaning("The site's own ID."),
  name: text("name").filled("usually").meaning("Name."),
  price: decimal("price").meaning("Price; say in which currency."),
});

export default operation({
  path: "/api/template/updates/list",
  summary: "Template: updates/list",
  description: "Items of the site, the newest first.",
  price: perResults({ credits: 5, results: 20 }),
  request: defineRequest("TemplateUpdatesList", { count: countField(), timeout: timeoutField }),
  record: UpdatesListRecord,
  examples: [{ count: 20 }],
  echo: { page: { says: "cursor" } },
  pageSize: 24,
  pageAfter: (_request, cursor) => ({ path: `/updates-list${cursor === null ? "" : `?after=${cursor}`}` }),
  read: jsonPage(UpdatesListRecord, {
    rows: "edges",
    total: "total",
    next: "page.next",
    echo: { page: "page.after" },
  }),
});
