import { defineRequest, lookupCountField, textField, timeoutField } from "../../../contract/fields.ts";

export const LocationsSearch = defineRequest("BizbureauLocationsSearch", {
  query: textField({
    description: "Start of a city's name, with or without its state, or of a ZIP or postal code.",
    minLength: 1,
    examples: ["Northdale"],
  }),
  count: lookupCountField(),
  timeout: timeoutField,
});
