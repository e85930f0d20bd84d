import { asObject, at, type Json } from "../../source-kit/json.ts";
import { jsonPage, jsonRecord, type Static, text } from "../../source-kit/record.ts";
import { defineRequest, lookupCountField, orNull, textField, timeoutField } from "../../source-kit/request.ts";
import {
  asking,
  cachedForADay,
  defineEcho,
  didYouMean,
  instead,
  operation,
  perRequestWhenFound,
  remembered,
  ruleBroken,
  type Site,
  type SiteRequest,
  SourceError,
  Unreadable,
  wants,
} from "../../source-kit/source.ts";
import { cleanText } from "../../source-kit/values.ts";
import { type AnswerName, answerName, named, nameIn } from "./answer-name.ts";

/** The script of a page of the shop with its state. */
export const NEXT_DATA = 'id="__NEXT_DATA__"';

const CityRef = jsonRecord("RuretailCity", {
  code: text("id").filled("always").example("msk_cl").meaning("Value for `city` of the product search."),
  name: text("name").filled("usually").meaning("Name of the city, in Russian."),
  region: text("region").meaning("Region in which the city lies, in Russian."),
});

type CityRecord = Static<typeof CityRef>;

const citiesEcho = defineEcho({
  query: {
    says: "name",
    words: "The site does not repeat it, but gives its answer the name that Winnow asks for: it contains it.",
    same: (stated: AnswerName, asked: AnswerName) => stated.rest === asked.rest,
    shown: textOf,
  },
});

function textOf({ text }: AnswerName) {
  return text;
}

/** Looks up cities by name. Its arguments are in the query itself, so that their types need not be named. */
function citiesPage(name: string): SiteRequest {
  const answer = answerName(name, "cities");
  const cities = `${named("cities", answer)}(input: { name: ${JSON.stringify(name)} }) { id spaceId name region }`;
  return {
    path: "/graphql/",
    method: "POST",
    headers: { "content-type": "application/json", ...wants.anything },
    body: JSON.stringify({ query: `query GetCities { ${cities} }`, variables: {} }),
    asks: asking(citiesEcho, { query: answer }),
  };
}

/** Cities of the lookup's response, or of a page of the shop, which has its own city and the lists it shows. */
export const readCities = jsonPage(CityRef, {
  from: NEXT_DATA,
  rows: citiesOf,
  echo: { query: (json: Json) => nameIn(lookupIn(json)?.[0] ?? "") },
});

const lookupIn = ({ data }: Json) => Object.entries(asObject(data) ?? {}).find(([name]) => /^cities(_|$)/.test(name));

function citiesOf(json: Json): unknown[] {
  const place = lookupIn(json)?.[1] ?? at(json, "props", "initialState", "layoutMain", "cityList", "payload");
  if (place === undefined || place === null) throw new Unreadable("a response without cities");
  const cities = [...new Map(citiesIn(place, DEEPEST)).values()];
  const isEmpty = Array.isArray(place) && place.length === 0;
  if (cities.every((city) => city === null) && !isEmpty) throw new Unreadable("cities without a code");
  return cities;
}

/** The form around the cities was never seen filled: a list, or lists by letter. */
const DEEPEST = 5;

/** By their codes. A list entry that neither is a city nor contains any is unreadable. */
function* citiesIn(value: unknown, depth: number): Generator<[key: unknown, row: unknown]> {
  const code = cleanText(at(value, "id"));
  if (code !== null && typeof at(value, "name") === "string") {
    yield [code, value];
  } else if (depth > 0 && typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) {
      const isLost = Array.isArray(value) && !holdsObjects(inner) && cleanText(at(inner, "id")) === null;
      if (isLost) yield [inner, null];
      else yield* citiesIn(inner, depth - 1);
    }
  }
}

const isAnyObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const holdsObjects = (value: unknown): boolean => isAnyObject(value) && Object.values(value).some(isAnyObject);

/** The cities that the site lists, as suggestions for an unknown one; empty if the site does not return them. */
export const knownCities = (site: Site): Promise<readonly CityRecord[]> =>
  remembered(site, "cities", async () => (await site.read(citiesPage(""), readCities)).records).catch(
    instead(SourceError, () => []),
  );

/** The city of a response. */
export interface City {
  /** Such as `msk_cl`; a place in a region appends its own id to the region's: `spb_cl:cd0001430`. */
  id: string;
  /** The code of the region's stock and prices. */
  spaceId: string | null;
  name: string | null;
}

/** The site's city object, as its responses have it. */
export function parseCity(value: unknown): City | null {
  const raw = asObject(value);
  const id = cleanText(raw?.id);
  return raw === null || id === null ? null : { id, spaceId: cleanText(raw.spaceId), name: cleanText(raw.name) };
}

export const isCity = ({ id, spaceId }: City, code: string): boolean =>
  id === code || spaceId === code || id.startsWith(`${code}:`);

/** The site substitutes another city for an unknown code: such a response is rejected. */
export function checkCity(requested: string, taken: City, known: readonly CityRecord[] = []): void {
  if (!isCity(taken, requested)) throw unknownCity(requested, known);
}

const CITY_FORM = /^[\w.-]+(:[\w.-]+)?$/;

/** Rejects anything that cannot be a code, such as a name, before contacting the site, and suggests the nearest cities. */
export async function checkCityForm(code: string, site: Site): Promise<void> {
  if (!CITY_FORM.test(code)) throw unknownCity(code, await knownCities(site));
}

/** What callers who write no Russian call the largest cities. */
const englishNames: Record<string, string> = {
  Москва: "Moscow",
  "Санкт-Петербург": "Saint Petersburg",
  Екатеринбург: "Yekaterinburg",
  Казань: "Kazan",
  Новосибирск: "Novosibirsk",
  "Нижний Новгород": "Nizhny Novgorod",
  Самара: "Samara",
  Челябинск: "Chelyabinsk",
};

function unknownCity(code: string, known: readonly CityRecord[]) {
  const cities = known.flatMap(({ code: value, name }) =>
    [name, englishNames[name ?? ""]].flatMap((label) => (label ? [{ value, label }] : [])),
  );
  const hint = didYouMean(code, cities, "/api/ruretail/cities");
  return ruleBroken({ loc: ["city"], msg: "Unknown city code.", input: code, hint });
}

export default operation({
  path: "/api/ruretail/cities",
  summary: "Cities of the retailer, for a product search",
  description:
    "Cities by name, with the code for `city` of `/api/ruretail/products/search`. Not yet verified on the live site: the " +
    "lookup by name is known from public code, and the form of its response is inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: defineRequest("RuretailCities", {
    query: orNull(
      textField({
        description: "Name of a city, or its start. Without it you get the cities that the site lists.",
        minLength: 1,
      }),
    ),
    count: lookupCountField(),
    timeout: timeoutField,
  }),
  record: CityRef,
  examples: [{ query: "Сара" }, { count: 5 }],
  echo: citiesEcho,
  pageSize: { unknown: "The site answers with the cities that it finds, without saying how many there are." },

  page: ({ query }) => citiesPage(query?.trim() ?? ""),
  read: readCities,
});
