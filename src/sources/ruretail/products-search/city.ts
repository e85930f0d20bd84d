import { didYouMean } from "../../../contract/did-you-mean.ts";
import { ruleBroken } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { cleanText } from "../../../contract/values.ts";
import { objectOf } from "../../../source-kit/json.ts";
import { knownCities } from "../cities/known-cities.ts";
import type { CityRecord } from "../cities/record.ts";

export interface City {
  /** Such as `msk_cl`; a place in a region has its own id behind the region's: `spb_cl:cd0001430`. */
  id: string;
  /** The code of the region's stock and prices. */
  spaceId: string | null;
  name: string | null;
}

/** The site's city object, as its pages carry it. */
export function cityOf(value: unknown): City | null {
  const raw = objectOf(value);
  const id = cleanText(raw?.id);
  return raw === null || id === null ? null : { id, spaceId: cleanText(raw.spaceId), name: cleanText(raw.name) };
}

const CITY_FORM = /^[\w.-]+(:[\w.-]+)?$/;

/** What can be no code, such as a name, is not sent; the cities nearest to it are told. */
export async function checkCityForm(code: string, site: Site): Promise<void> {
  if (!CITY_FORM.test(code)) throw unknownCity(code, await knownCities(site));
}

/** The site takes another city for a code that it does not know: such an answer is none to the question. */
export function checkCity(asked: string, taken: City, known: readonly CityRecord[] = []): void {
  if (!isCity(taken, asked)) throw unknownCity(asked, known);
}

export const isCity = ({ id, spaceId }: City, code: string): boolean =>
  id === code || spaceId === code || id.startsWith(`${code}:`);

function unknownCity(code: string, known: readonly CityRecord[] = []) {
  const cities = known.map(({ code: value, name: label }) => ({ value, label }));
  const hint = didYouMean(code, cities, "/api/ruretail/cities");
  return ruleBroken({ loc: ["city"], msg: "Unknown city code.", input: code, hint });
}
