import { defineRequest, oneOf, textField, timeoutField } from "../../../contract/fields.ts";
import { fedBy } from "../../../contract/lookup.ts";
import { UNITS } from "../estates/lookup.ts";

export const langs = ["hk", "sc", "en"] as const;

export const Valuations = defineRequest("HkpropertyValuations", {
  unit: fedBy(
    { operation: UNITS, field: "unit", search: "estate", label: ["building", "floor", "flat"], along: ["lang"] },
    textField({
      description: "The unit's property reference number, or the site's own code for it.",
      minLength: 1,
      pattern: "^[A-Za-z0-9]{4,40}$",
      examples: ["D2000000"],
    }),
  ),
  timeout: timeoutField,
  lang: oneOf(langs, {
    description: "Traditional Chinese (hk), simplified Chinese (sc) or English (en).",
    default: "hk",
  }),
});
