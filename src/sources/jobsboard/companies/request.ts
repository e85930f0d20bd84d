import { defineRequest, MOST_ADDRESS, oneOf, textField, timeoutField } from "../../../contract/fields.ts";
import { fedBy } from "../../../contract/lookup.ts";
import { LOOKUP } from "./lookup.ts";

export const languages = ["en", "ar"] as const;

export const Companies = defineRequest("JobsboardCompanies", {
  company: fedBy(
    { operation: LOOKUP, field: "url", label: ["name", "location"], along: ["language"] },
    textField({
      description: "Company ID, or URL of its profile.",
      minLength: 1,
      maxLength: MOST_ADDRESS,
      pattern:
        "^([1-9][0-9]{0,11}|https?://[A-Za-z0-9.-]+(:[0-9]+)?/(en|ar)/company/([A-Za-z0-9-]+-)?[1-9][0-9]{0,11}/?)$",
      examples: ["2137034"],
    }),
  ),
  timeout: timeoutField,
  language: oneOf(languages, { description: "Language of the page.", default: "en" }),
});
