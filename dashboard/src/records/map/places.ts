import type { Item } from "../values.ts";

/** A record and its location. */
export interface Place {
  record: Item;
  latitude: number;
  longitude: number;
}

/** The records with a location. Sites that do not know it write 0, 0. */
export function findPlaces(records: Item[]): Place[] {
  return records.flatMap((record) => {
    const { latitude, longitude } = record;
    if (typeof latitude !== "number" || typeof longitude !== "number") return [];
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) return [];
    return [{ record, latitude, longitude }];
  });
}
