import { defineRecord, filled, recordMaker, text, whole } from "../../../contract/record.ts";

export const Filter = defineRecord("StaysFilter", {
  parameter: text("Parameter of `/api/stays/hotels/search`; null if there is none for this filter.", {
    examples: ["property_amenities"],
  }),
  value: text("Value for the parameter; null if the parameter takes any number, such as `min_bedrooms`.", {
    examples: ["sauna"],
  }),
  id: whole("Numeric value for the parameter: districts, landmarks, chains and cities."),
  label: filled(text("Label in the requested language.")),
  property_count: whole("Properties that match this filter."),
});

export const filter = recordMaker(Filter);
export type FilterRecord = ReturnType<typeof filter>;
