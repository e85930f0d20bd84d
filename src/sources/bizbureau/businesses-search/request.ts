import {
  countField,
  defineRequest,
  flagField,
  oneOf,
  orNull,
  textField,
  timeoutField,
} from "../../../contract/fields.ts";
import { fedBy } from "../../../contract/lookup.ts";
import { LOOKUP } from "../places/lookup.ts";

export const ratings = ["A", "B", "C", "D", "F"] as const;
export const radii = ["5", "10", "25", "50", "100"] as const;

export const BusinessesSearch = defineRequest("BizbureauBusinessesSearch", {
  keyword: textField({ description: "Search text.", minLength: 1, examples: ["plumber"] }),
  count: countField("Most records to return. The site shows at most 225 for one search."),
  timeout: timeoutField,
  location: fedBy(
    { operation: LOOKUP, field: "location" },
    textField({ description: "City and state, or ZIP code. Empty searches the whole country.", default: "" }),
  ),
  rating: orNull(oneOf(ratings, { description: "Letter grade; includes its plus and minus grades." })),
  accredited_only: flagField({ description: "Only accredited businesses.", default: false }),
  radius: orNull(oneOf(radii, { description: "Search radius in miles; needs a location." })),
});
