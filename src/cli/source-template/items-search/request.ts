import { countField, defineRequest, text, timeoutField } from "../../../contract/fields.ts";

export const ItemsSearch = defineRequest("TemplateItemsSearch", {
  keyword: text({ description: "What to search for.", minLength: 1, examples: ["lamp"] }),
  count: countField(),
  timeout: timeoutField,
});
