import { Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText } from "../../../contract/values.ts";
import { scriptJson } from "../../../source-kit/embedded-json.ts";
import { at, isObject, jsonOf, looksLikeJson, objectOf } from "../../../source-kit/json.ts";
import { type CityRecord, cityRecord } from "./record.ts";

/** Cities of the lookup's answer, or of a page of the shop, which holds its own city and the lists it shows. */
export function readCities(answer: Answer): CityRecord[] {
  const place = looksLikeJson(answer) ? at(jsonOf(answer), "data", "cities") : cityList(answer.text());
  if (place === undefined || place === null) throw new Unreadable("an answer without cities");
  const found = [...citiesIn(place, DEEPEST)];
  if (found.length === 0 && !isEmpty(place)) throw new Unreadable("cities without a code");
  return [...new Map(found.map((city) => [city.code, city])).values()];
}

const cityList = (page: string): unknown =>
  at(scriptJson(page, 'id="__NEXT_DATA__"'), "props", "initialState", "layoutMain", "cityList", "payload");

const isEmpty = (place: unknown): boolean => Array.isArray(place) && place.length === 0;

/** The form around the cities was not seen filled: a list, or lists by letter. */
const DEEPEST = 5;

function* citiesIn(value: unknown, depth: number): Generator<CityRecord> {
  const code = cleanText(objectOf(value)?.id);
  if (isObject(value) && code !== null && typeof value.name === "string") {
    yield cityRecord({ code, name: cleanText(value.name), region: cleanText(value.region) });
  } else if (depth > 0 && typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) yield* citiesIn(inner, depth - 1);
  }
}
