import { cachedForADay } from "../../../contract/cache-terms.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perRequestWhenFound } from "../../../contract/price.ts";
import type { Answer } from "../../../contract/site.ts";
import { LOOKUP } from "../places/lookup.ts";
import { type Country, type Place, partsOf } from "../places/place.ts";
import { readSuggestions, suggestionsPage } from "../places/suggestions.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import { Location, locationRecord } from "./record.ts";
import { LocationsSearch } from "./request.ts";

export default defineOperation({
  path: LOOKUP,
  summary: "Places that a business search can be in",
  description:
    "Cities and codes that begin with a text, as the directory's own search box suggests them, those of the United States " +
    "first. The form of the site's answer is known from public code: each place's text was seen, its city, state and code " +
    "are read where the site gives them, else taken from the text (inferred).",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: LocationsSearch,
  record: Location,
  exampleRecord,
  examples: [{ query: "Northdale" }, { query: "Port", count: 5 }],

  async *run({ query, count }, site) {
    let left = count;
    for (const country of countriesOf(query)) {
      if (left === 0) return;
      const page = await site.read(suggestionsPage(query.trim(), country), (answer) => read(answer, country));
      const records = page.records.slice(0, left);
      left -= records.length;
      yield* records;
    }
  },

  parse: (answer, { query }) => read(answer, countriesOf(query)[0]!).records,
});

/** Where the text does not tell the country, both are looked in. */
function countriesOf(query: string): Country[] {
  const { country } = partsOf(query);
  return country ? [country] : ["USA", "CAN"];
}

const read = (answer: Answer, country: Country) => ({ records: readSuggestions(answer, country).map(recordOf) });

const recordOf = ({ text, city, state, zip }: Place) => locationRecord({ location: text, city, state, zip_code: zip });
