import { Unreadable } from "../../../contract/errors.ts";
import { Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText, numberOf } from "../../../contract/values.ts";
import { at, isObject, type Json } from "../../../source-kit/json.ts";
import { answerObject } from "../valuations/json.ts";
import { unitRecord } from "./record.ts";

type UnitRecord = ReturnType<typeof unitRecord>;

const NONE = "The source has no such estate or building.";

export interface Building {
  code: string;
  name: string | null;
}

/** The buildings of an estate: `{ menuItems: [{ name, typeCode }] }`. */
export function readBuildings(answer: Answer): Page<Building> {
  const { menuItems } = answerObject(answer, NONE);
  if (!Array.isArray(menuItems)) throw new Unreadable("no list of buildings");
  return Page.of(menuItems, (item: unknown) => {
    const code = cleanText(at(item, "typeCode"));
    return code === null ? "unreadable" : { code, name: cleanText(at(item, "name")) };
  });
}

/** The units of a building: `{ menuItem: { name }, floors: [{ yAxis, units: [{ xAxis, cuntcode? }] }] }`. */
export function readUnits(answer: Answer): Page<UnitRecord> {
  const json = answerObject(answer, NONE);
  if (!Array.isArray(json.floors)) throw new Unreadable("no list of floors");
  const building = cleanText(at(json, "menuItem", "name"));
  const places = json.floors.flatMap(placesOn);
  if (json.floors.length > 0 && places.length === 0) throw new Unreadable("floors without a unit on them");
  return Page.of(places, ({ floor, unit }) => (isUnit(unit) ? unitOf(unit, floor, building) : "unreadable"));
}

/** A floor without its list of units is one row that cannot be read. */
function placesOn(floor: unknown): Array<{ floor: unknown; unit: unknown }> {
  const units = at(floor, "units");
  return (Array.isArray(units) ? units : [null]).map((unit: unknown) => ({ floor: at(floor, "yAxis"), unit }));
}

const isUnit = (value: unknown): value is Json =>
  isObject(value) && ["xAxis", "cuntcode", "prn", "nArea", "nSize"].some((key) => key in value);

function unitOf(unit: Json, floor: unknown, building: string | null): UnitRecord {
  const code = cleanText(unit.cuntcode);
  return unitRecord({
    unit: cleanText(unit.prn) ?? code,
    unit_code: code,
    building,
    floor: cleanText(floor),
    flat: cleanText(unit.xAxis),
    saleable_area: numberOf(unit.nArea) ?? numberOf(unit.nSize),
  });
}
