import { cleanText } from "../../../contract/values.ts";
import { objectOf } from "./wire.ts";

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

export const isCity = (city: City, code: string): boolean =>
  city.id === code || city.spaceId === code || city.id.startsWith(`${code}:`);
