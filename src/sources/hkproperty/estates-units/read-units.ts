import { Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText, numberOf } from "../../../contract/values.ts";
import { at, isObject, type Json, objectsOf } from "../../../source-kit/json.ts";
import { answerObject } from "../valuations/json.ts";
import { unitRecord } from "./record.ts";

const NONE = "The source has no such estate or building.";

export interface Building {
  code: string;
  name: string | null;
}

/** The buildings of an estate: `{ menuItems: [{ name, typeCode }] }`. */
export function readBuildings(answer: Answer): Building[] {
  const { menuItems } = answerObject(answer, NONE);
  if (!Array.isArray(menuItems)) throw new Unreadable("no list of buildings");
  const buildings = objectsOf(menuItems).flatMap(({ typeCode, name }) => {
    const code = cleanText(typeCode);
    return code ? [{ code, name: cleanText(name) }] : [];
  });
  if (menuItems.length > 0 && buildings.length === 0) throw new Unreadable("no building has a code");
  return buildings;
}

/** The units of a building: `{ menuItem: { name }, floors: [{ yAxis, units: [{ xAxis, cuntcode? }] }] }`. */
export function readUnits(answer: Answer) {
  const json = answerObject(answer, NONE);
  if (!Array.isArray(json.floors)) throw new Unreadable("no list of floors");
  const building = cleanText(at(json, "menuItem", "name"));
  const records = objectsOf(json.floors).flatMap((floor) => unitsOf(floor, building));
  if (records.length === 0 && json.floors.length > 0) throw new Unreadable("floors without a unit on them");
  return { records };
}

function unitsOf({ yAxis, units }: Json, building: string | null) {
  return (Array.isArray(units) ? units : []).filter(isObject).map((unit) => {
    const code = cleanText(unit.cuntcode);
    return unitRecord({
      unit: cleanText(unit.prn) ?? code,
      unit_code: code,
      building,
      floor: cleanText(yAxis),
      flat: cleanText(unit.xAxis),
      saleable_area: numberOf(unit.nArea) ?? numberOf(unit.nSize),
    });
  });
}
