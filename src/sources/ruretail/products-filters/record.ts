import { decimal, defineRecord, filled, recordMaker, required, text, whole } from "../../../contract/record.ts";

export const Filter = defineRecord("RuretailFilter", {
  group_id: filled(required(text("The site's ID of the group of filters."))),
  group_name: text("Name of the group, in Russian."),
  option_id: text("The site's ID of the option; null for a range."),
  label: filled(text("Name of the option or of the range, in Russian.")),
  product_count: whole("Products of this search that match."),
  filter: text("Entry for `filters` of the product search.", { examples: ["23525_835:23525_835chernyy"] }),
  parameter: text(
    "The search's own parameter for this filter, if it has one: `brands`, `availability`, `price_min`, ...",
  ),
  value: text("Value for that parameter."),
  min_value: decimal("Lowest value of a range, in `unit`."),
  max_value: decimal("Highest value of a range, in `unit`."),
  unit: text("Unit of a range, as the site writes it."),
});

export const filterRecord = recordMaker(Filter);
export type FilterRecord = ReturnType<typeof filterRecord>;
