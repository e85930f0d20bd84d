import { countField, defineRequest, text, timeoutField } from "../../../contract/fields.ts";

export const ProductsSearch = defineRequest("NlretailProductsSearch", {
  keyword: text({ description: "Search text.", minLength: 1, examples: ["koffiezetapparaat"] }),
  count: countField(),
  timeout: timeoutField,
});
