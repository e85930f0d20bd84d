import activities from "./activities.json" with { type: "json" };
import { type Code, codesFrom, likeness, seen } from "./code.ts";
import facilities from "./facility-codes.json" with { type: "json" };

/** Facilities of the property. */
export const propertyFacilityCodes = codesFrom(facilities.property);

/** Facilities of the room. */
export const roomFacilityCodes = codesFrom(facilities.room);

/** Things to do are facilities of the property under the same ids; these two have their own names. */
const known: Readonly<Record<string, Code>> = {
  ...propertyFacilityCodes,
  spa_and_wellness_center: seen(54),
  live_music: likeness(410, "Live music/performance"),
};

export const activityCodes = Object.fromEntries(activities.map((value) => [value, known[value]!]));
