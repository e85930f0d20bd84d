import { defineRequest, oneOf, text, timeoutField } from "../../../contract/fields.ts";

export const langs = ["hk", "sc", "en"] as const;

export const Valuations = defineRequest("HkpropertyValuations", {
  unit: text({ description: "The unit's property reference number.", minLength: 1 }),
  timeout: timeoutField,
  lang: oneOf(langs, {
    description: "Traditional Chinese (hk), simplified Chinese (sc) or English (en).",
    default: "hk",
  }),
});
