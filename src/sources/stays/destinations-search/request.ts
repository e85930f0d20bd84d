import { defineRequest, lookupCountField, oneOf, textField, timeoutField } from "../../../contract/fields.ts";
import { languages } from "../hotels-search/vocabulary.ts";

export const DestinationsSearch = defineRequest("StaysDestinationsSearch", {
  query: textField({ description: "Name of a place, or part of it.", minLength: 1, examples: ["Lisbon"] }),
  count: lookupCountField(),
  timeout: timeoutField,
  language: oneOf(languages, { description: "Language of the names.", default: "en-us" }),
});
