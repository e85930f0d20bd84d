import { asObject, type Json } from "../../source-kit/json.ts";
import { derivedFrom, jsonPage, jsonRecord, text } from "../../source-kit/record.ts";
import {
  asking,
  Blocked,
  defineEcho,
  didYouMean,
  firstOf,
  mostSimilar,
  NoSuchThing,
  remembered,
  type Site,
  type SiteRequest,
  suggestedNear,
  Unreadable,
  wants,
} from "../../source-kit/source.ts";
import { cleanText, toNumber } from "../../source-kit/values.ts";

const codes = (country: "USA" | "CAN", lines: string) =>
  lines.split(",").map((line) => {
    const [code = "", name = ""] = line.trim().split(/ (.*)/);
    return { code, name: name.toLowerCase(), country };
  });

/** States and provinces, by the two letters that the directory writes after a city. */
const states = [
  ...codes(
    "USA",
    "AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, " +
      "DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, " +
      "KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, " +
      "MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, " +
      "NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, " +
      "PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, " +
      "UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming",
  ),
  ...codes(
    "CAN",
    "AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NS Nova Scotia, " +
      "NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon",
  ),
] as const;

/** The state that a text names, by code or full name; null if none. */
export const stateCalled = (text: string) => {
  const wanted = text.trim().toLowerCase();
  return states.find(({ code, name }) => code.toLowerCase() === wanted || name === wanted) ?? null;
};

/** The longest state name at the end of a text, and the text before it: "Santa Fe New Mexico". */
export function stateAtEnd(text: string) {
  const words = text.split(/\s+/);
  for (let taken = Math.min(4, words.length - 1); taken > 0; taken--) {
    const state = stateCalled(words.slice(-taken).join(" "));
    if (state) return { state, before: words.slice(0, -taken).join(" ") };
  }
  return null;
}

/** The operation that finds values of `location`. */
export const LOOKUP = "/api/bizbureau/locations/search";

export type Country = "USA" | "CAN";

/** An entry of the site's suggestions. Only `displayText` was ever seen, so other fields are optional. */
export const Location = jsonRecord("BizbureauLocation", {
  location: text("displayText").filled("always").meaning("Value for `location` of the business search."),
  city: text("city", inText("city")).meaning("City."),
  state: text("state", "stateCode", inText("state")).meaning("Two-letter code of the state or province."),
  zip_code: text("zipCode", "postalCode", "postalcode", inText("zip")).meaning(
    "Set if the place is a ZIP or postal code.",
  ),
});

function inText(part: "city" | "state" | "zip") {
  return ({ displayText }: Json) => placeParts(cleanText(displayText) ?? "")[part];
}

/** A place of the directory. */
export interface Place {
  /** The search's location value. */
  text: string;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: Country;
  /** `latitude,longitude`, as the search takes it. */
  coordinates: string | null;
}

const ZIP = /\b(\d{5})(?:-\d{4})?$/;
const POSTAL_CODE = /\b([A-Z]\d[A-Z])\s?(\d[A-Z]\d)$/i;
const COUNTRY_AT_END = /(?:^|[\s,]+)(USA|US|United States(?: of America)?|CAN|Canada)$/i;

/** A parsed text: the caller's input or the site's display text. */
export function placeParts(written: string) {
  let rest = written.trim().replace(/\s+/g, " ");
  const named = COUNTRY_AT_END.exec(rest);
  if (named) rest = rest.slice(0, named.index);
  const zip = ZIP.exec(rest);
  const postal = zip ? null : POSTAL_CODE.exec(rest);
  rest = rest.slice(0, (zip ?? postal)?.index ?? rest.length).replace(/[\s,-]+$/, "");
  const comma = rest.lastIndexOf(",");
  const afterComma = comma < 0 ? null : stateCalled(rest.slice(comma + 1));
  const atEnd = comma < 0 ? stateAtEnd(rest) : null;
  const state = afterComma ?? atEnd?.state ?? null;
  const city = afterComma ? rest.slice(0, comma) : (atEnd?.before ?? rest);
  return {
    city: city.trim() || null,
    state: state?.code ?? null,
    zip: zip?.[1] ?? (postal ? `${postal[1]} ${postal[2]}`.toUpperCase() : null),
    country: countryOf(named?.[1], postal !== null, state?.country),
  };
}

/** Null if the text does not reveal it. */
function countryOf(named: string | undefined, isPostalCode: boolean, ofState: Country | undefined): Country | null {
  if (named) return /^c/i.test(named) ? "CAN" : "USA";
  return isPostalCode ? "CAN" : (ofState ?? null);
}

function placeOf(value: unknown, requested: Country): Place | "unreadable" {
  const record = Location.read(value);
  if (record === "unreadable") return record;
  const { location: text, city, state, zip_code: zip } = record;
  const country = placeParts(text).country ?? requested;
  const place = { text, city, state, zip, country, coordinates: parseCoordinates(value as Json) };
  return derivedFrom(place, record, { text: "location", city: "city", state: "state", zip: "zip_code" });
}

/** `latLng` as a text or a pair; null if the site gives none. */
export function parseCoordinates(json: Json): string | null {
  const { latLng } = json;
  if (typeof latLng === "string")
    return /^\s*-?\d[\d.]*\s*,\s*-?\d[\d.]*\s*$/.test(latLng) ? latLng.replace(/\s/g, "") : null;
  const pair = asObject(latLng) ?? json;
  const lat = toNumber(pair.lat ?? pair.latitude);
  const lng = toNumber(pair.lng ?? pair.longitude);
  return lat === null || lng === null ? null : `${lat},${lng}`;
}

/** As many as the site's own box requests. */
export const MAX_SUGGESTIONS = 50;

export const suggestionsEcho = defineEcho({
  query: {
    says: "suggestion",
    words: "The site does not repeat it: most of its suggestions must resemble it.",
    same: mostSimilar,
    shown: firstOf,
  },
  country: {
    fields: [],
    says: "suggestion's country",
    words: "Most suggestions that show their country by their state or code must be of the requested one.",
    same: (stated: Country[], asked: Country) =>
      stated.filter((country) => country === asked).length >= stated.length / 2,
    shown: firstOf,
  },
});

/** The places that the site's search box suggests for a text. */
export const suggestionsPage = (input: string, country: Country): SiteRequest => ({
  path: `/api/suggest/location?${new URLSearchParams({ country, input, maxMatches: String(MAX_SUGGESTIONS) })}`,
  headers: wants.json,
  lasting: true,
  asks: asking(suggestionsEcho, { query: input, country }),
});

/** A bare list; an empty one means that the place does not exist. */
export const readSuggestions = jsonPage(
  { read: placeOf },
  {
    rows: "",
    echo: {
      query: (_, { records }) => records.map(({ text, zip }) => [text, ...(zip === null ? [] : [zip])]),
      country: (_, { records }) =>
        records.map(({ text }) => placeParts(text).country).filter((known) => known !== null),
    },
  },
);

/** Where to search: a whole country, a place that the site knows, or an unverified text. */
export type Where =
  | { kind: "country"; text: string; country: Country }
  | { kind: "place"; place: Place }
  | { kind: "unchecked"; text: string; country: Country };

/** Resolves a caller's `location` with the site's suggestions: 412 for a place that the site does not know. */
export async function whereIs(location: string, site: Site): Promise<Where> {
  const text = location.trim().replace(/\s+/g, " ");
  const requested = placeParts(text);
  if (requested.city === null && requested.zip === null) {
    const country = requested.country ?? "USA";
    return { kind: "country", text: country === "USA" ? "USA" : "Canada", country };
  }
  try {
    const place = await remembered(site, `place ${text.toLowerCase()}`, () => search(text, requested, site));
    return { kind: "place", place };
  } catch (error) {
    // The suggestions were never seen: if they are unavailable, the search itself decides.
    if (!(error instanceof Unreadable || error instanceof Blocked)) throw error;
    return { kind: "unchecked", text, country: requested.country ?? "USA" };
  }
}

type Requested = ReturnType<typeof placeParts>;

async function search(text: string, requested: Requested, site: Site): Promise<Place> {
  const seen: Place[] = [];
  for (const country of requested.country ? [requested.country] : (["USA", "CAN"] as const)) {
    for (const input of inputs(text, requested)) {
      const places = await suggestions(input, country, site);
      const [found, ...others] = fitting(places, text, requested);
      if (found && others.length > 0) throw severalPlaces(text, [found, ...others]);
      if (found) return found;
      seen.push(...places);
    }
  }
  const near = (beginning: string) => suggestions(beginning, requested.country ?? "USA", site);
  throw unknownPlace(text, seen.length > 0 ? seen : await suggestedNear(text, near));
}

/** A box that completes names may not continue after the city. */
const inputs = (text: string, { city, zip }: Requested): string[] => [
  ...new Set([text, zip ?? city ?? text].filter((input) => input !== "")),
];

async function suggestions(input: string, country: Country, site: Site): Promise<readonly Place[]> {
  const { records } = await site.read(suggestionsPage(input, country), (answer) =>
    readSuggestions(answer, null, country),
  );
  return records;
}

const same = (a: string | null, b: string | null) => a?.toLowerCase() === b?.toLowerCase();

/** The places that a text may mean: the one with that name, that of the code, or every city of the name. */
function fitting(places: readonly Place[], text: string, requested: Requested): Place[] {
  const exact = places.find((place) => same(place.text, text));
  if (exact) return [exact];
  if (requested.zip) {
    const place = places.find(({ zip }) => same(zip, requested.zip)) ?? places[0];
    return place ? [{ ...place, text: requested.zip, zip: requested.zip }] : [];
  }
  const named = places.filter(({ city, state }) =>
    requested.state ? same(city, requested.city) && same(state, requested.state) : same(city, text),
  );
  const unique = new Map(named.map((place) => [place.state?.toLowerCase(), place]));
  return [...unique.values()];
}

const LONGEST_SHOWN = 80;
const shown = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text);

function severalPlaces(text: string, places: readonly Place[]): NoSuchThing {
  const states = `location "${shown(text)}" exists in ${places.length} states; add the state.`;
  return new NoSuchThing(`${states} ${othersThan(text, places)}`);
}

export function unknownPlace(text: string, places: readonly Place[] = []): NoSuchThing {
  return new NoSuchThing(`Unknown place "${shown(text)}" (location). ${othersThan(text, places)}`);
}

const othersThan = (text: string, places: readonly Place[]): string =>
  didYouMean(
    text,
    places.map((place) => ({ value: place.text })),
    LOOKUP,
  );
