import activities from "./activities.json" with { type: "json" };
import { type Code, likeness, seen } from "./code.ts";
import { propertyFacilityCodes } from "./property-codes.ts";

/** Things to do are facilities of the property under the same ids; these two have a name of their own. */
const known: Readonly<Record<string, Code>> = {
  ...propertyFacilityCodes,
  spa_and_wellness_center: seen(54),
  live_music: likeness(410, "Live music/performance"),
};

export const activityCodes = Object.fromEntries(activities.map((value) => [value, known[value]!]));
