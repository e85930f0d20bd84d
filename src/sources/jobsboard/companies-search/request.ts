import { defineRequest, lookupCountField, oneOf, textField, timeoutField } from "../../../contract/fields.ts";
import { languages } from "../companies/request.ts";
import { ALL_COUNTRIES } from "./pages.ts";

export const CompaniesSearch = defineRequest("JobsboardCompaniesSearch", {
  query: textField({ description: "Words in the company's name.", minLength: 1, examples: ["Holding"] }),
  country: textField({
    description: "Country whose company list is searched: its name, or the site's form of it (`saudi-arabia`).",
    default: ALL_COUNTRIES,
    minLength: 1,
  }),
  language: oneOf(languages, { description: "Language of the list.", default: "en" }),
  count: lookupCountField(),
  timeout: timeoutField,
});
