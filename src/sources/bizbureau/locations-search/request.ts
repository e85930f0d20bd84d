import { defineRequest, lookupCountField, text, timeoutField } from "../../../contract/fields.ts";

export const LocationsSearch = defineRequest("BizbureauLocationsSearch", {
  query: text({
    description: "The beginning of a city's name, with or without its state, or of a ZIP or postal code.",
    minLength: 1,
    examples: ["Northdale"],
  }),
  count: lookupCountField(),
  timeout: timeoutField,
});
