import { derivedFrom } from "../../source-kit/record.ts";
import { defineRequest, lookupCountField, textField, timeoutField } from "../../source-kit/request.ts";
import { type Answer, cachedForADay, operation, perRequestWhenFound } from "../../source-kit/source.ts";
import {
  type Country,
  LOOKUP,
  Location,
  placeParts,
  readSuggestions,
  suggestionsEcho,
  suggestionsPage,
} from "./places.ts";

export default operation({
  path: LOOKUP,
  summary: "Locations for a business search",
  description:
    "Cities and postal codes that start with a text, as the directory's own search box suggests them. Places in the United " +
    "States come first. City, state and code come from the site's response, or else from the place's text. Not yet " +
    "verified on the live site: the form of the response is known from public code.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: defineRequest("BizbureauLocationsSearch", {
    query: textField({
      description: "Start of a city's name, with or without its state, or of a ZIP or postal code.",
      minLength: 1,
      examples: ["Northdale"],
    }),
    count: lookupCountField(),
    timeout: timeoutField,
  }),
  record: Location,
  examples: [{ query: "Northdale" }, { query: "Port", count: 5 }],
  echo: suggestionsEcho,
  pageSize: { unknown: "The site suggests places, without saying how many there are." },

  async *run({ query }, site) {
    for (const country of countries(query)) {
      if (site.progress.wanted() > 0)
        yield await site.read(suggestionsPage(query.trim(), country), (answer) => read(answer, country));
    }
  },

  read: (answer, { query }) => read(answer, countries(query)[0]),
});

/** If the text does not reveal the country, both are searched. */
function countries(query: string): [Country, ...Country[]] {
  const { country } = placeParts(query);
  return country ? [country] : ["USA", "CAN"];
}

const read = (answer: Answer, country: Country) =>
  readSuggestions(answer, null, country).map((place) => {
    const { text: location, city, state, zip } = place;
    const record = Location.make({ location, city, state, zip_code: zip });
    return derivedFrom(record, place, { location: "text", city: "city", state: "state", zip_code: "zip" });
  });
