import { onDemand } from "../../../source-kit/stand-in/lists.ts";
import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import facilities from "./facilities.json" with { type: "json" };

// The stand-in's own list of what a property and a room have.

/** A facility as the site knows it: its own id and a label. */
export interface Facility {
  id: string;
  label: string;
}

/** The facilities of a filter, by the filter's letter: h amenities, a things to do, r amenities of a room, x accessibility. */
const under = (facilities: Array<Facility & { under: string }>, letter: string): Map<string, Facility> =>
  new Map(facilities.flatMap(({ id, label, under }) => (under.includes(letter) ? [[id, { id, label }]] : [])));

/** The long lists by the site's key. Things to do and accessibility are facilities of the property, under the same ids. */
export const longLists: Record<string, { title: string; facilities: Map<string, Facility> }> = {
  hotelfacility: { title: "Amenities", facilities: under(facilities.hotel, "h") },
  popular_activities: { title: "Fun Things To Do", facilities: under(facilities.hotel, "a") },
  accessible_facilities: { title: "Property Accessibility", facilities: under(facilities.hotel, "x") },
  roomfacility: { title: "Room amenities", facilities: under(facilities.room, "r") },
  accessible_room_facilities: { title: "Room Accessibility", facilities: under(facilities.room, "x") },
};

/** Only the list of filters shows ids from here on: nobody outside the site knows them. */
const LISTED_ONLY = 6_000;
const USUAL = 25;

/** The filters that the list offers at a city: the usual ones, and a quarter of those that only the list shows. */
export function offeredAt(key: string, cityIndex: number): Facility[] {
  const all = [...(longLists[key]?.facilities.values() ?? [])];
  const known = all.filter(({ id }) => Number(id) < LISTED_ONLY).slice(0, USUAL);
  const listed = all.filter(({ id }) => Number(id) >= LISTED_ONLY).filter((_, at) => at % 4 === cityIndex % 4);
  return [...known, ...listed];
}

/** The facilities of a property, the same on every run. */
const drawn = (kind: "hotel" | "room") =>
  onDemand((id: number): Set<string> => {
    const chance = seeded(`stays ${kind} ${id}`);
    return new Set(
      facilities[kind].filter((_, index) => chance.chance(index % 5 === 0 ? 0.6 : 0.25)).map(({ id }) => id),
    );
  });
const drawnOf = { hotel: drawn("hotel"), room: drawn("room") };

export const facilitiesAt = ({ id }: { id: number }, kind: "hotel" | "room"): Set<string> => drawnOf[kind](id);
