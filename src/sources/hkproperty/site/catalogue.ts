import { keysOf } from "../../../source-kit/keys-of.ts";
import { cycled } from "../../../source-kit/stand-in/lists.ts";
import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import {
  areas,
  beginnings,
  developers,
  districts,
  endings,
  facilities,
  labels,
  managers,
  placeWords,
} from "./words.ts";

export const ESTATES = 300;
export const UNITS_EACH = 100;
export const UNITS = ESTATES * UNITS_EACH;

export type PlaceKind = keyof typeof placeWords;

const FIRST_PRN = 2_000_000;
const PRN_STEP = 31;
const LETTERS = "PWSEKYDAXB";

/** The site's codes are letters only: ten for a building or an estate, twelve for a unit. */
const code = (number: number, length: number, lead: string) =>
  lead +
  String(number)
    .padStart(length - lead.length, "0")
    .replace(/\d/g, (digit) => LETTERS.charAt(Number(digit)));

export const unitPrn = (index: number) => `D${FIRST_PRN + index * PRN_STEP}`;

/** The unit of a reference number or site code; null if there is none. */
export function unitCalled(name: string): Unit | null {
  const index =
    numberIn(/^UN([A-Z]{10})$/i.exec(name)?.[1]) ?? (Number(/^D(\d{7})$/i.exec(name)?.[1]) - FIRST_PRN) / PRN_STEP;
  return Number.isInteger(index) && index >= 0 && index < UNITS ? unitAt(index) : null;
}

export function estateCalled(typeCode: string): Estate | null {
  const index = numberIn(/^2-ES([A-Z]{8})$/.exec(typeCode)?.[1]);
  return index !== null && index < ESTATES ? estateAt(index) : null;
}

/** The units of a building, by its code. */
export function unitsOfBuilding(typeCode: string): Unit[] {
  const number = numberIn(/^1-BL([A-Z]{8})$/.exec(typeCode)?.[1]);
  if (number === null || number >= ESTATES * 100) return [];
  return unitsOfEstate(Math.floor(number / 100)).filter(({ buildingCode }) => typeCode === `1-${buildingCode}`);
}

export const unitsOfEstate = (index: number): Unit[] =>
  Array.from({ length: UNITS_EACH }, (_, place) => unitAt(index * UNITS_EACH + place));

/** Decodes the letters of a code. */
function numberIn(letters: string | undefined): number | null {
  const digits = [...(letters ?? "").toUpperCase()].map((letter) => LETTERS.indexOf(letter));
  return digits.length === 0 || digits.includes(-1) ? null : Number(digits.join(""));
}

export function estateAt(index: number) {
  const chance = seeded(`estate ${index}`);
  const [first, last] = [cycled(beginnings, index), cycled(endings, Math.floor(index / beginnings.length))];
  const phased = index % 20 < 17 ? "Phase" : "Single";
  const type: "Normal" | typeof phased = index % 20 < 12 ? "Normal" : phased;
  const name = { hk: first.hk + last.hk, sc: first.sc + last.sc, en: `${first.en} ${last.en}` };
  const area = cycled(areas, index);
  return {
    index,
    type,
    name,
    /** The phase that the profile describes; 0 if the estate has none. */
    phase: type === "Phase" ? chance.int(1, 4) : 0,
    code: code(index, 10, "ES"),
    bigCode: type === "Phase" ? code(index, 10, "BG") : "",
    area,
    district: cycled(districts, index),
    developer: chance.chance(0.8) ? chance.pick(developers) : null,
    manager: chance.chance(0.8) ? chance.pick(managers) : null,
    phaseCount: type === "Phase" ? 4 : 0,
    buildingCount: type === "Single" ? 1 : chance.int(2, 20),
    unitCount: UNITS_EACH,
    petFriendly: chance.chance(0.4),
    facilities: facilities.filter(() => chance.chance(0.5)),
    labels: labels.filter(() => chance.chance(0.5)),
    places: keysOf(placeWords)
      .filter(() => chance.chance(0.6))
      .map((kind) => {
        const what = placeWords[kind];
        return {
          kind,
          name: { hk: area.hk + what.hk, sc: area.sc + what.sc, en: `${area.en} ${what.en}` },
          minutes: chance.int(1, 15),
        };
      }),
    schoolNet: chance.chance(0.9) ? String(chance.int(62, 95)) : null,
    group: {
      id: `TM${String(index).padStart(4, "0")}`,
      name: { hk: `(${area.hk}) ${name.hk}`, sc: `(${area.sc}) ${name.sc}`, en: `(${area.en}) ${name.en}` },
    },
    lat: 22.3 + index / 2_000,
    lng: 113.97 + index / 1_500,
    hasImage: chance.chance(0.9),
  };
}

export type Estate = ReturnType<typeof estateAt>;

export function unitAt(index: number) {
  const chance = seeded(`unit ${index}`);
  const estate = estateAt(Math.floor(index / UNITS_EACH));
  const area = chance.int(250, 900);
  const floor = 1 + (Math.floor(index / 4) % 30);
  const block = estate.type === "Single" ? 1 : 1 + (index % Math.min(estate.buildingCount, 5));
  return {
    index,
    prn: unitPrn(index),
    code: code(index, 12, "UN"),
    buildingCode: code(estate.index * 100 + block, 10, "BL"),
    estate,
    block,
    floor,
    flat: "ABCDEFGH".charAt(index % 8),
    area,
    /** Null for a unit without a valuation. */
    estimate: index % 25 === 24 ? null : estimateOf(index, estate, area, floor),
  };
}

export type Unit = ReturnType<typeof unitAt>;

const WEEK = 7 * 86_400_000;
/** A Friday: valuations are made once a week. */
const FIRST_FRIDAY = Date.UTC(2024, 0, 5);

/** The price of a square foot in an estate differs little by floor, and from one week to the next by a percent or two. */
function estimateOf(index: number, estate: { index: number }, area: number, floor: number) {
  const week = Math.floor((Date.now() - FIRST_FRIDAY) / WEEK);
  const perFoot = seeded(`estate ${estate.index} price`).int(9_000, 19_000) * (1 + floor / 300);
  const isFirst = index % 40 === 7;
  const priceIn = (week: number) =>
    Math.round((perFoot * area * (1 + seeded(`unit ${index} week ${week}`).int(-100, 100) / 10_000)) / 10_000) * 10_000;
  const day = (week: number) => `${new Date(FIRST_FRIDAY + week * WEEK).toISOString().slice(0, 10)}T00:00:00`;
  const price = priceIn(week);
  const change = isFirst ? null : Math.round((price / priceIn(week - 1) - 1) * 10_000) / 100;
  return {
    date: day(week),
    previousDate: isFirst ? null : day(week - 1),
    price,
    min: Math.round(price * 0.93),
    max: Math.round(price * 1.07),
    change,
    minChange: change,
    maxChange: change,
  };
}
