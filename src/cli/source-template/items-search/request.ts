import { countField, defineRequest, textField, timeoutField } from "../../../contract/fields.ts";

export const ItemsSearch = defineRequest("TemplateItemsSearch", {
  keyword: textField({ description: "Search text.", minLength: 1, examples: ["lamp"] }),
  count: countField(),
  timeout: timeoutField,
});
