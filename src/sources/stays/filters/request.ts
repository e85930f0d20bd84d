import { defineRequest, timeoutField } from "../../../contract/fields.ts";
import { localeFields, placeFields, stayFields } from "../hotels-search/request.ts";

export const FiltersRequest = defineRequest(
  "StaysFilters",
  {
    timeout: timeoutField,
    ...placeFields,
    ...stayFields,
    ...localeFields,
  },
  { oneOf: ["destination", "destination_id"], together: ["checkin", "checkout"] },
);
