import { at, isObject, type Json } from "../../source-kit/json.ts";
import { decimal, jsonRecord, type Static, text } from "../../source-kit/record.ts";
import {
  defineRequest,
  fedBy,
  lookupCountField,
  oneOf,
  orNull,
  textField,
  timeoutField,
} from "../../source-kit/request.ts";
import {
  type Answer,
  asking,
  cachedForADay,
  defineEcho,
  didYouMean,
  NoSuchThing,
  operation,
  Page,
  perRequestWhenFound,
  type Site,
  type SiteRequest,
  type Stated,
  Unreadable,
} from "../../source-kit/source.ts";
import { cleanText } from "../../source-kit/values.ts";
import { answerObject } from "./answer-object.ts";
import { ESTATES, estateCodeOf, noSuchEstate, UNITS } from "./estates.ts";
import { headersIn, type Lang, langs } from "./languages.ts";

const MAX_UNITS = 1_000;

const Unit = jsonRecord("HkpropertyUnit", {
  unit: text("prn", "cuntcode").meaning("Value for `unit` of the valuation; null if the site gives the unit no code."),
  unit_code: text("cuntcode").meaning("The site's code of the unit, 12 letters."),
  building: text((_, { building }: Place) => building)
    .filled("usually")
    .meaning("Name or number of the building."),
  floor: text((_, { floor }: Place) => floor)
    .filled("usually")
    .meaning("Floor, as the site writes it."),
  flat: text("xAxis").filled("usually").meaning("Letter or number of the flat on its floor."),
  saleable_area: decimal("nArea", "nSize").unit("sq ft").meaning("Saleable area."),
});

/** The location of a unit, which its own entry lacks. */
interface Place {
  building: unknown;
  floor: unknown;
}

const NONE = "The source has no such estate or building.";

const unitsEcho = defineEcho({
  estate:
    "The site does not repeat the estate: its menu lists buildings, and each building's table names the building.",
  building: {
    says: "building",
    // A longer form of the name may begin with the estate's.
    same: (stated: string, asked: string) => {
      const [one, other] = [stated, asked].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")) as [
        string,
        string,
      ];
      return one.endsWith(other) || other.endsWith(one);
    },
    sometimes: "No table of the live site was seen.",
  },
  lang: "The site does not say in which language its names are.",
});

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
export function readUnits(answer: Answer): Page<Static<typeof Unit>> {
  const json = answerObject(answer, NONE);
  if (!Array.isArray(json.floors)) throw new Unreadable("no list of floors");
  const building = at(json, "menuItem", "name");
  const places = json.floors.flatMap(placesOn);
  if (json.floors.length > 0 && places.length === 0) throw new Unreadable("floors without a unit on them");
  const read = ({ floor, unit }: (typeof places)[number]) =>
    isUnit(unit) ? Unit.read(unit, { floor, building }) : "unreadable";
  return Page.of(places, read, { echo: { building: cleanText(building) } satisfies Stated<typeof unitsEcho> });
}

/** A floor without its list of units is one unreadable row. */
function placesOn(floor: unknown): Array<{ floor: unknown; unit: unknown }> {
  const units = at(floor, "units");
  return (Array.isArray(units) ? units : [null]).map((unit: unknown) => ({ floor: at(floor, "yAxis"), unit }));
}

const isUnit = (value: unknown): value is Json =>
  isObject(value) && ["xAxis", "cuntcode", "prn", "nArea", "nSize"].some((key) => key in value);

export default operation({
  path: UNITS,
  summary: "Units of an estate",
  description:
    "Units of an estate's buildings, floor by floor, each with the value for `unit` of the valuation. Not yet verified on " +
    "the live site: buildings, floors, flats and codes are known from public code; that a valuation accepts the unit's " +
    "code, and where the saleable area is, are inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay(),
  request: defineRequest("HkpropertyEstatesUnits", {
    estate: fedBy(
      { operation: ESTATES, field: "estate", label: ["name", "district"], along: ["lang"] },
      textField({ description: "The estate's code, or its full name.", minLength: 1, examples: ["2-ESPPPPPPPP"] }),
    ),
    building: orNull(textField({ description: "Name or code of one building. If not given, all buildings." })),
    lang: oneOf(langs, { description: "Language of the names.", default: "hk" }),
    count: lookupCountField(MAX_UNITS),
    timeout: timeoutField,
  }),
  record: Unit,
  echo: unitsEcho,
  pageSize: { unknown: "The site does not say how many units a building has." },
  examples: [
    { estate: "2-ESPPPPPPPP", count: 20 },
    { estate: "Emerald Lake Garden", building: "Block 2", lang: "en" },
  ],
  unavailableWhen: "the source does not know the estate, or the estate has no such building",

  async *run({ estate, building, lang }, site) {
    const code = await estateCodeOf(estate, lang, site);
    const buildings = await buildingsOf(code, estate, building?.trim() || null, lang, site);
    // The first building alone, then as many concurrently as the count should need.
    for (let next = 0, together = 1; next < buildings.length && site.progress.wanted() > 0; ) {
      const pages = buildings.slice(next, next + together).map((one) => unitsPage(one, lang));
      let largest = 1;
      for await (const page of site.readAll(pages, readUnits)) {
        yield page;
        largest = Math.max(largest, page.rows);
      }
      next += pages.length;
      together = Math.ceil(site.progress.wanted() / largest);
    }
  },

  read: readUnits,
});

/** A single building has no list of buildings: its own code is enough. */
async function buildingsOf(code: string, given: string, wanted: string | null, lang: Lang, site: Site) {
  if (code.startsWith("1-")) return [{ code, name: null }];
  const { records: buildings } = await site.read(buildingsPage(code, lang), readBuildings).catch((error: unknown) => {
    throw error instanceof NoSuchThing ? noSuchEstate(given) : error;
  });
  if (buildings.length === 0) throw noSuchEstate(given);
  if (wanted === null) return buildings;
  const named = buildings.filter(({ code, name }) => [code, name].some((text) => isSame(text, wanted)));
  if (named.length === 0) throw noSuchBuilding(wanted, buildings);
  return named;
}

const isSame = (text: string | null, wanted: string) => text?.toLowerCase() === wanted.toLowerCase();

function noSuchBuilding(wanted: string, buildings: readonly Building[]): NoSuchThing {
  const known = buildings.map(({ code, name }) => ({ value: name ?? code }));
  return new NoSuchThing(
    `The estate has no building "${wanted.slice(0, 80)}" (building). ${didYouMean(wanted, known, UNITS)}`,
  );
}

const TRANSACTIONS = "/findproperty/api/Transaction";

/** The buildings of an estate. */
export const buildingsPage = (estate: string, lang: Lang): SiteRequest => ({
  path: `${TRANSACTIONS}/ConsumptionTableEstateMenu?typecode=${encodeURIComponent(estate)}`,
  headers: headersIn(lang),
});

/** The floors of a building, with the units of each. */
export const unitsPage = ({ code, name }: Building, lang: Lang): SiteRequest => ({
  path: `${TRANSACTIONS}/ConsumptionTable?typecode=${encodeURIComponent(code)}&firstOrSecondHand=SecondHand`,
  headers: headersIn(lang),
  asks: asking(unitsEcho, { building: name ?? undefined }),
});
