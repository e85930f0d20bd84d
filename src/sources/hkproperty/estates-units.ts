import { at, isObject, type Json, lazily, merged } from "../../source-kit/json.ts";
import { decimal, jsonPage, jsonRecord, type Static, text } from "../../source-kit/record.ts";
import { defineRequest, fedBy, lookupCountField, orNull, textField, timeoutField } from "../../source-kit/request.ts";
import {
  type Answer,
  asking,
  cachedForADay,
  defineEcho,
  didYouMean,
  NoSuchThing,
  operation,
  perRequestWhenFound,
  type Site,
  type SiteRequest,
  Unreadable,
} from "../../source-kit/source.ts";
import { answerObject } from "./answer-object.ts";
import { ESTATES, findEstateCode, noSuchEstate, UNITS } from "./estates.ts";
import { headersIn, type Lang, langField, UNSTATED } from "./languages.ts";

const MAX_UNITS = 1_000;

const Unit = jsonRecord("HkpropertyUnit", {
  unit: text("prn", "cuntcode").meaning("Value for `unit` of the valuation; null if the site gives the unit no code."),
  unit_code: text("cuntcode").meaning("The site's code of the unit, 12 letters."),
  building: text("building").filled("usually").meaning("Name or number of the building."),
  floor: text("floor").filled("usually").meaning("Floor, as the site writes it."),
  flat: text("xAxis").filled("usually").meaning("Letter or number of the flat on its floor."),
  saleable_area: decimal("nArea", "nSize").unit("sq ft").meaning("Saleable area."),
});

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
  lang: UNSTATED,
});

const Building = jsonRecord("HkpropertyBuilding", {
  code: text("typeCode").filled("always").meaning("The site's code of the building."),
  name: text("name").meaning("Name or number of the building."),
});

type BuildingRef = Pick<Static<typeof Building>, "code" | "name">;

const from = (answer: Answer) => answerObject(answer, NONE);

/** The buildings of an estate: `{ menuItems: [{ name, typeCode }] }`. */
export const readBuildings = jsonPage(Building, { from, rows: "menuItems" });

/** The units of a building: `{ menuItem: { name }, floors: [{ yAxis, units: [{ xAxis, cuntcode? }] }] }`. */
export const readUnits = jsonPage(Unit, { from, rows: unitsIn, echo: { building: "menuItem.name" } });

/** Each unit with its floor and building, which its own entry lacks. A floor without its list is one unreadable row. */
function unitsIn({ floors, menuItem }: Json): unknown[] {
  if (!Array.isArray(floors)) throw new Unreadable("no list of floors");
  const units = floors.flatMap((floor: unknown) => {
    const own = at(floor, "units");
    const place = lazily({ floor: () => at(floor, "yAxis"), building: () => at(menuItem, "name") });
    return Array.isArray(own) ? own.map((unit: unknown) => (isUnit(unit) ? merged(unit, place) : null)) : [null];
  });
  if (floors.length > 0 && units.length === 0) throw new Unreadable("floors without a unit on them");
  return units;
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
    lang: langField("Language of the names."),
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
    const code = await findEstateCode(estate, lang, site);
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

function noSuchBuilding(wanted: string, buildings: readonly BuildingRef[]): NoSuchThing {
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
export const unitsPage = ({ code, name }: BuildingRef, lang: Lang): SiteRequest => ({
  path: `${TRANSACTIONS}/ConsumptionTable?typecode=${encodeURIComponent(code)}&firstOrSecondHand=SecondHand`,
  headers: headersIn(lang),
  asks: asking(unitsEcho, { building: name ?? undefined }),
});
