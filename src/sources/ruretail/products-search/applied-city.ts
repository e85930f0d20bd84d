import { SourceError } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { instead } from "../../../source-kit/instead.ts";
import { remembered } from "../../../source-kit/remembered.ts";
import { knownCities } from "../cities/known-cities.ts";
import { type City, checkCity, isCity } from "./city.ts";
import { readCity } from "./read-page.ts";
import { type SearchRequest, shopPage } from "./search-request.ts";

/**
 * The city that the site took for the code, which a page of the shop says. Null where no page could be had; the
 * search itself does not hang on it.
 */
export const appliedCity = (request: SearchRequest, site: Site): Promise<City | null> =>
  remembered(site, `city:${request.city}`, async () => {
    const page = site.read(shopPage(request), (answer) => readCity(answer.text()));
    const city = await page.catch(instead(SourceError, () => null));
    if (city && !isCity(city, request.city)) checkCity(request.city, city, await knownCities(site));
    return city;
  });
