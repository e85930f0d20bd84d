import { defineRequest, textField, timeoutField } from "../../../contract/fields.ts";
import { ProductsSearch } from "../products-search/request.ts";

export const FiltersRequest = defineRequest("RuretailProductsFilters", {
  query: textField({
    description: "Search text: filters differ from search to search.",
    minLength: 1,
    examples: ["ноутбук"],
  }),
  timeout: timeoutField,
  city: ProductsSearch.properties.city,
});
