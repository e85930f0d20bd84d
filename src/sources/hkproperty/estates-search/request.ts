import { defineRequest, lookupCountField, oneOf, textField, timeoutField } from "../../../contract/fields.ts";
import { langs } from "../valuations/request.ts";

export const EstatesSearch = defineRequest("HkpropertyEstatesSearch", {
  query: textField({ description: "An estate's name, or part of it.", minLength: 1, examples: ["青湖"] }),
  lang: oneOf(langs, { description: "Language of the names.", default: "hk" }),
  count: lookupCountField(),
  timeout: timeoutField,
});
