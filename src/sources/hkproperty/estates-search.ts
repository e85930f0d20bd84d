import { defineRequest, lookupCountField, textField, timeoutField } from "../../source-kit/request.ts";
import { cachedForADay, operation, perRequestWhenFound } from "../../source-kit/source.ts";
import { ESTATES, Estate, readSuggestions, suggestionsEcho, suggestionsPage } from "./estates.ts";
import { langField } from "./languages.ts";

export default operation({
  path: ESTATES,
  summary: "Estates by name",
  description:
    "Estates, phases and single buildings whose name contains a text, as the site's own search box suggests them. Not yet " +
    "verified on the live site: name and code are known from public code; district, address and number of units are inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: defineRequest("HkpropertyEstatesSearch", {
    query: textField({ description: "An estate's name, or part of it.", minLength: 1, examples: ["青湖"] }),
    lang: langField("Language of the names."),
    count: lookupCountField(),
    timeout: timeoutField,
  }),
  record: Estate,
  echo: suggestionsEcho,
  pageSize: { unknown: "The site suggests estates, without saying how many there are." },
  examples: [{ query: "青湖" }, { query: "Garden", lang: "en", count: 5 }],

  page: ({ query, lang }) => suggestionsPage(query.trim(), lang),
  read: readSuggestions,
});
