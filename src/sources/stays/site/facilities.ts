import { seeded } from "../../../contract/seeded.ts";
import { onDemand } from "../../../source-kit/stand-in/lists.ts";
import { HOTEL_FACILITIES } from "./hotel-facilities.ts";
import { ROOM_FACILITIES } from "./room-facilities.ts";

/** A facility as the site knows it: an id of its own, and a label for people. */
export interface Facility {
  id: string;
  label: string;
}

/** A list written as one line each: the id, a blank, the label. */
export const inList = (lines: string): Facility[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, id = "", label = ""] = /^(\S+) (.+)$/.exec(line) ?? [];
      return { id, label };
    });

/** The lines that stand under a filter, by the letter of the filter in their second column. */
const under = (lines: string, letter: string): Map<string, Facility> =>
  new Map(
    inList(lines).flatMap(({ id, label: rest }) => {
      const [entry] = inList(rest);
      return entry!.id.includes(letter) ? [[id, { id, label: entry!.label }]] : [];
    }),
  );

/** The long lists by the site's key. Things to do and accessibility are facilities of the property, under the same ids. */
export const longLists: Record<string, { title: string; facilities: Map<string, Facility> }> = {
  hotelfacility: { title: "Amenities", facilities: under(HOTEL_FACILITIES, "h") },
  popular_activities: { title: "Fun Things To Do", facilities: under(HOTEL_FACILITIES, "a") },
  accessible_facilities: { title: "Property Accessibility", facilities: under(HOTEL_FACILITIES, "x") },
  roomfacility: { title: "Room amenities", facilities: under(ROOM_FACILITIES, "r") },
  accessible_room_facilities: { title: "Room Accessibility", facilities: under(ROOM_FACILITIES, "x") },
};

/** Ids from here on are told by the list of filters alone: nobody outside the site knows them. */
const TOLD_BY_LIST = 6_000;
const USUAL = 25;

/** What the list of filters offers at a city: the usual ones, and a quarter of those that only the list tells. */
export function offeredAt(key: string, cityIndex: number): Facility[] {
  const all = [...longLists[key]!.facilities.values()];
  const known = all.filter(({ id }) => Number(id) < TOLD_BY_LIST).slice(0, USUAL);
  const told = all.filter(({ id }) => Number(id) >= TOLD_BY_LIST).filter((_, at) => at % 4 === cityIndex % 4);
  return [...known, ...told];
}

const idsOf = (lines: string): string[] => inList(lines).map(({ id }) => id);
const ids = { hotel: idsOf(HOTEL_FACILITIES), room: idsOf(ROOM_FACILITIES) };

/** The facilities that a property has: the same on every run. */
const drawn = onDemand((key: `${"hotel" | "room"} ${number}`): Set<string> => {
  const chance = seeded(`stays ${key}`);
  const [kind] = key.split(" ") as ["hotel" | "room"];
  return new Set(ids[kind].filter((_, index) => chance.chance(index % 5 === 0 ? 0.6 : 0.25)));
});

export const facilitiesAt = ({ id }: { id: number }, kind: "hotel" | "room"): Set<string> => drawn(`${kind} ${id}`);
