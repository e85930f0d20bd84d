import { SourceError } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { citiesPage } from "./cities-page.ts";
import { readCities } from "./read-cities.ts";
import type { CityRecord } from "./record.ts";

const A_DAY = 86_400;

/** The cities that the site lists, for a caller who named one that it does not have; none where it does not tell. */
export async function knownCities(site: Site): Promise<CityRecord[]> {
  const kept = site.memory.get<CityRecord[]>("cities");
  if (kept) return kept;
  try {
    const cities = await site.read(citiesPage(""), readCities);
    site.memory.set("cities", cities, A_DAY);
    return cities;
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
}
