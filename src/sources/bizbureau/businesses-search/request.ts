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
  keyword: textField({ description: "What to look for.", minLength: 1, examples: ["plumber"] }),
  count: countField("The most records wanted; one search of the site holds at most 225."),
  timeout: timeoutField,
  location: fedBy(
    { operation: LOOKUP, field: "location" },
    textField({ description: "City and state, or ZIP code; empty means the whole country.", default: "" }),
  ),
  rating: orNull(oneOf(ratings, { description: "Letter grade, with its plus and minus grades." })),
  accredited_only: flagField({ description: "Only accredited businesses.", default: false }),
  radius: orNull(oneOf(radii, { description: "Miles around the location." })),
});
