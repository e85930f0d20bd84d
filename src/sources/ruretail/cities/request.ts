import { defineRequest, lookupCountField, orNull, text, timeoutField } from "../../../contract/fields.ts";

export const CitiesRequest = defineRequest("RuretailCities", {
  query: orNull(
    text({
      description: "Name of a city, or its beginning; without it, the cities that the site lists.",
      minLength: 1,
    }),
  ),
  count: lookupCountField(),
  timeout: timeoutField,
});
