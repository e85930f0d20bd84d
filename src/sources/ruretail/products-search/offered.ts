import { cleanText, numberOf, wholeOf } from "../../../contract/values.ts";
import { type Json, objectOf, objectsOf } from "../../../source-kit/json.ts";
import { BRAND_GROUP_NAME } from "./filter-ids.ts";

/** One choice of a list that the site offers with its answer. */
export interface OfferedOption {
  group: string;
  groupName: string | null;
  /** Empty where the answer has none. */
  id: string;
  name: string | null;
  /** How many products it would show; null where the answer does not say. */
  total: number | null;
  isBrand: boolean;
  isSelected: boolean;
}

/** A range, such as the price. */
export interface OfferedRange {
  group: string;
  groupName: string | null;
  from: number | null;
  to: number | null;
  min: number | null;
  max: number | null;
  unit: string | null;
}

/** Every choice of the groups, those that show inside another one too. */
export function optionsOf(groups: Json[]): OfferedOption[] {
  return groups.flatMap((group) =>
    objectsOf(objectOf(group.filter)?.filters).flatMap((raw) => [
      {
        group: String(group.id),
        groupName: cleanText(group.name),
        id: cleanText(raw.id) ?? "",
        name: cleanText(raw.name),
        total: wholeOf(raw.total),
        isBrand: cleanText(group.name) === BRAND_GROUP_NAME,
        isSelected: raw.isSelected === true,
      },
      ...optionsOf(objectsOf(raw.childGroups)),
    ]),
  );
}

export function rangesOf(groups: Json[]): OfferedRange[] {
  return groups.flatMap((group) => {
    const range = objectOf(group.filter);
    if (range === null || !("minValue" in range || "fromValue" in range)) return [];
    return [
      {
        group: String(group.id),
        groupName: cleanText(group.name),
        from: numberOf(range.fromValue),
        to: numberOf(range.toValue),
        min: numberOf(range.minValue),
        max: numberOf(range.maxValue),
        unit: cleanText(range.unit),
      },
    ];
  });
}
