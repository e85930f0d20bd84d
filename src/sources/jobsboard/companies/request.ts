import { defineRequest, oneOf, text, timeoutField } from "../../../contract/fields.ts";

export const languages = ["en", "ar"] as const;

export const Companies = defineRequest("JobsboardCompanies", {
  company: text({ description: "Company ID, or the URL of its profile.", minLength: 1, examples: ["2137034"] }),
  timeout: timeoutField,
  language: oneOf(languages, { description: "Language of the page.", default: "en" }),
});
