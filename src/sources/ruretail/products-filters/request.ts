import { defineRequest, textField, timeoutField } from "../../../contract/fields.ts";
import { ProductsSearch } from "../products-search/request.ts";

export const FiltersRequest = defineRequest("RuretailProductsFilters", {
  query: textField({
    description: "Search text. Each search has its own filters.",
    minLength: 1,
    examples: ["ноутбук"],
  }),
  timeout: timeoutField,
  city: ProductsSearch.properties.city,
});
