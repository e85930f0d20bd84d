import { type Item, textOf } from "../values.ts";

/** A record and where it is. */
export interface Place {
  record: Item;
  latitude: number;
  longitude: number;
}

/** The records that say where they are; 0, 0 is what sites write that do not know. */
export function placesOf(records: Item[]): Place[] {
  return records.flatMap((record) => {
    const { latitude, longitude } = record;
    if (typeof latitude !== "number" || typeof longitude !== "number") return [];
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) return [];
    return [{ record, latitude, longitude }];
  });
}

/** What a record is called. */
export const nameOf = (record: Item): string =>
  textOf(record.name ?? record.title ?? record.estate_name ?? record.id ?? "Record");
