import { defineRecord, filled, recordMaker, text, whole } from "../../../contract/record.ts";

export const Filter = defineRecord("StaysFilter", {
  parameter: text({
    description: "The parameter of `/api/stays/hotels/search`; null where it has none for this filter of the site.",
    examples: ["property_amenities"],
  }),
  value: text({
    description: "What the parameter takes; null where it takes a number of your choice, such as `min_bedrooms`.",
    examples: ["sauna"],
  }),
  id: whole({ description: "The same as a number, for districts, landmarks, chains and cities." }),
  label: filled(text({ description: "In the language asked for." })),
  property_count: whole({ description: "Properties that would be left." }),
});

export const filter = recordMaker(Filter);
export type FilterRecord = ReturnType<typeof filter>;
