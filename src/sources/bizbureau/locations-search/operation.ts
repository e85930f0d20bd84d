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
  summary: "Locations for a business search",
  description:
    "Cities and postal codes that start with a text, as the directory's own search box suggests them. Places in the United " +
    "States come first. City, state and code come from the site's response, or else from the place's text. Not yet " +
    "verified on the live site: the form of the response is known from public code.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: LocationsSearch,
  record: Location,
  exampleRecord,
  examples: [{ query: "Northdale" }, { query: "Port", count: 5 }],

  async *run({ query }, site) {
    for (const country of countriesOf(query)) {
      if (site.progress.wanted() > 0)
        yield await site.read(suggestionsPage(query.trim(), country), (answer) => read(answer, country));
    }
  },

  parse: (answer, { query }) => read(answer, countriesOf(query)[0]),
});

/** Where the text does not tell the country, both are looked in. */
function countriesOf(query: string): [Country, ...Country[]] {
  const { country } = partsOf(query);
  return country ? [country] : ["USA", "CAN"];
}

const read = (answer: Answer, country: Country) => readSuggestions(answer, country).map(recordOf);

const recordOf = ({ text, city, state, zip }: Place) => locationRecord({ location: text, city, state, zip_code: zip });
