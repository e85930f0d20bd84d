import { decimal, defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Filter = defineRecord("RuretailFilter", {
  group_id: filled(required(text())),
  group_name: text(),
  option_id: text({ description: "Null for a range." }),
  label: filled(text()),
  product_count: whole({ description: "Products of this search that have it." }),
  filter: text({
    description: "The entry for `filters` of the product search.",
    examples: ["23525_835:23525_835chernyy"],
  }),
  parameter: text({
    description: "The parameter of its own, where the search has one: `brands`, `availability`, `price_min`, ...",
  }),
  value: text({ description: "What that parameter takes." }),
  min_value: decimal({ description: "Lowest value of a range." }),
  max_value: decimal({ description: "Highest value of a range." }),
  unit: text(),
});

export const filterRecord = recordMaker(Filter);
export type FilterRecord = ReturnType<typeof filterRecord>;
