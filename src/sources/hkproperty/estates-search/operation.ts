import { cachedForADay } from "../../../contract/cache-terms.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perRequestWhenFound } from "../../../contract/price.ts";
import type { Answer } from "../../../contract/site.ts";
import { ESTATES } from "../estates/lookup.ts";
import { readSuggestions, suggestionsPage } from "../estates/suggestions.ts";
import { Estate, estateRecord } from "./record.ts";
import { EstatesSearch } from "./request.ts";

export default defineOperation({
  path: ESTATES,
  summary: "Estates by name",
  description:
    "Estates, phases and single buildings whose name contains a text, as the site's own search box suggests them. Not yet " +
    "verified on the live site: name and code are known from public code; district, address and number of units are inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: EstatesSearch,
  record: Estate,
  examples: [{ query: "青湖" }, { query: "Garden", lang: "en", count: 5 }],

  async *run({ query, lang }, site) {
    yield await site.read(suggestionsPage(query.trim(), lang), read);
  },

  parse: read,
});

function read(answer: Answer) {
  return readSuggestions(answer).map(({ code, unitCount, ...rest }) =>
    estateRecord({ estate: code, unit_count: unitCount, ...rest }),
  );
}
