import { countField, defineRequest, textField, timeoutField } from "../../../contract/fields.ts";

export const ProductsSearch = defineRequest("NlretailProductsSearch", {
  keyword: textField({ description: "Search text.", minLength: 1, examples: ["koffiezetapparaat"] }),
  count: countField(),
  timeout: timeoutField,
});
