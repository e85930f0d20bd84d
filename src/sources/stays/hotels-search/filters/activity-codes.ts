import { activities } from "../vocabulary.ts";
import { type CodesOf, likeness, seen } from "./code.ts";
import { propertyFacilityCodes } from "./property-codes.ts";

/** Things to do are facilities of the property under the same ids; these two have a name of their own. */
const ownNames: Partial<CodesOf<typeof activities>> = {
  spa_and_wellness_center: seen(54),
  live_music: likeness(410, "Live music/performance"),
};

export const activityCodes = Object.fromEntries(
  activities.map((value) => [
    value,
    ownNames[value] ?? propertyFacilityCodes[value as keyof typeof propertyFacilityCodes],
  ]),
) as CodesOf<typeof activities>;
