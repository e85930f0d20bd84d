import { absoluteUrl, cleanText, wholeOf } from "../../../contract/values.ts";
import { isObject, type Json, objectsOf } from "../../../source-kit/json.ts";
import { within } from "./json.ts";
import { nearbyPlace, schoolNet } from "./record.ts";

const KINDS = [
  ["mtr", "mtrLabels"],
  ["mall", "arcadeLabels"],
  ["park", "largeParkLabels"],
  ["carpark", "carparkLabels"],
  ["ev_charging", "evChargeLabels"],
  ["university", "universities"],
] as const;

/** Every kind of place in walking distance. Lists of listings carry the same under another key. */
export function nearbyPlacesOf(json: Json) {
  const facilities = ["labelGroup", "displayLabel"]
    .map((key) => within(json, key).nearbyFacilities)
    .concat(json.nearbyFacilities)
    .find(isObject);
  if (!facilities) return stationOf(json);
  return KINDS.flatMap(([kind, key]) =>
    objectsOf(facilities[key]).map((place) =>
      nearbyPlace({ kind, name: cleanText(place.name), walk_minutes: minutesOf(place) }),
    ),
  );
}

/** An estate's profile names its station in words of its own. */
function stationOf(json: Json) {
  const name = cleanText(json.mtrStation);
  if (name === null) return [];
  return [nearbyPlace({ kind: "mtr", name, walk_minutes: minutesOf({ walkMinutesInText: json.walkMtrTime }) })];
}

const minutesOf = ({ walkMinutes, walkMinutesInText }: Json) =>
  wholeOf(walkMinutes) ?? wholeOf(/\d+/.exec(String(walkMinutesInText ?? ""))?.[0]);

export function schoolNetOf(net: unknown, origin: string) {
  if (!isObject(net)) return null;
  const found = {
    primary_school_net: cleanText(net.primarySchoolNetwork),
    primary_school_url: absoluteUrl(net.schoolSchNetUrl, origin),
    secondary_school_district: cleanText(within(net, "secondarySchoolScope").db),
    secondary_school_url: absoluteUrl(net.secondarySchoolDistbdUrl, origin),
  };
  return Object.values(found).some((value) => value !== null) ? schoolNet(found) : null;
}
