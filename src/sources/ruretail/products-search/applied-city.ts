import { SourceError } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { knownCities } from "../cities/known-cities.ts";
import { type City, checkCity, isCity } from "./city.ts";
import { readCity } from "./read-page.ts";
import { type SearchRequest, shopPage } from "./search-request.ts";

const A_DAY = 86_400;

/**
 * The city that the site took for the code, which a page of the shop says. Null where no page could be had; the
 * search itself does not hang on it.
 */
export async function appliedCity(request: SearchRequest, site: Site): Promise<City | null> {
  const key = `city:${request.city}`;
  const known = site.memory.get<City>(key);
  if (known) return known;
  const city = await cityOnPage(request, site);
  if (city === null) return null;
  if (!isCity(city, request.city)) checkCity(request.city, city, await knownCities(site));
  site.memory.set(key, city, A_DAY);
  return city;
}

async function cityOnPage(request: SearchRequest, site: Site): Promise<City | null> {
  try {
    return await site.read(shopPage(request), (answer) => readCity(answer.text()));
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
