import { decimal, defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Filter = defineRecord("RuretailFilter", {
  group_id: filled(required(text())),
  group_name: text(),
  option_id: text({ description: "Null for a range." }),
  label: filled(text()),
  product_count: whole({ description: "Products of this search that match." }),
  filter: text({
    description: "Entry for `filters` of the product search.",
    examples: ["23525_835:23525_835chernyy"],
  }),
  parameter: text({
    description:
      "The search's own parameter for this filter, if it has one: `brands`, `availability`, `price_min`, ...",
  }),
  value: text({ description: "Value for that parameter." }),
  min_value: decimal({ description: "Lowest value of a range." }),
  max_value: decimal({ description: "Highest value of a range." }),
  unit: text(),
});

export const filterRecord = recordMaker(Filter);
export type FilterRecord = ReturnType<typeof filterRecord>;
