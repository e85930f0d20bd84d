import { defineRequest, lookupCountField, orNull, textField, timeoutField } from "../../../contract/fields.ts";

export const CitiesRequest = defineRequest("RuretailCities", {
  query: orNull(
    textField({
      description: "Name of a city, or its start. Without it you get the cities that the site lists.",
      minLength: 1,
    }),
  ),
  count: lookupCountField(),
  timeout: timeoutField,
});
