import { SourceError } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { instead } from "../../../source-kit/instead.ts";
import { remembered } from "../../../source-kit/remembered.ts";
import { citiesPage } from "./cities-page.ts";
import { readCities } from "./read-cities.ts";
import type { CityRecord } from "./record.ts";

/** The cities that the site lists, for a caller who named one that it does not have; none where it does not tell. */
export const knownCities = (site: Site): Promise<readonly CityRecord[]> =>
  remembered(site, "cities", async () => (await site.read(citiesPage(""), readCities)).records).catch(
    instead(SourceError, () => []),
  );
