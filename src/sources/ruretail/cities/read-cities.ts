import { Unreadable } from "../../../contract/errors.ts";
import { type NoRecord, Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText } from "../../../contract/values.ts";
import { scriptJson } from "../../../source-kit/embedded-json.ts";
import { at, isObject, jsonOf, looksLikeJson, objectOf } from "../../../source-kit/json.ts";
import { type CityRecord, cityRecord } from "./record.ts";

/** Cities of the lookup's answer, or of a page of the shop, which holds its own city and the lists it shows. */
export function readCities(answer: Answer): Page<CityRecord> {
  const place = looksLikeJson(answer) ? at(jsonOf(answer), "data", "cities") : cityList(answer.text());
  if (place === undefined || place === null) throw new Unreadable("an answer without cities");
  const cities = Page.of(new Map(citiesIn(place, DEEPEST)).values(), (row) => row);
  if (cities.records.length === 0 && !isEmpty(place)) throw new Unreadable("cities without a code");
  return cities;
}

const cityList = (page: string): unknown =>
  at(scriptJson(page, 'id="__NEXT_DATA__"'), "props", "initialState", "layoutMain", "cityList", "payload");

const isEmpty = (place: unknown): boolean => Array.isArray(place) && place.length === 0;

/** The form around the cities was not seen filled: a list, or lists by letter. */
const DEEPEST = 5;

/** By their codes; an entry of a list that is neither a city nor holds any cannot be read. */
function* citiesIn(value: unknown, depth: number): Generator<[key: unknown, row: CityRecord | NoRecord]> {
  const code = cleanText(objectOf(value)?.id);
  if (isObject(value) && code !== null && typeof value.name === "string") {
    yield [code, cityRecord({ code, name: cleanText(value.name), region: cleanText(value.region) })];
  } else if (depth > 0 && typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) {
      if (Array.isArray(value) && !holdsObjects(inner) && cleanText(at(inner, "id")) === null)
        yield [inner, "unreadable"];
      else yield* citiesIn(inner, depth - 1);
    }
  }
}

const holdsObjects = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).some((inner) => typeof inner === "object" && inner !== null);
