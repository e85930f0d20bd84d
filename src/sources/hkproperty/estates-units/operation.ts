import { cachedForADay } from "../../../contract/cache-terms.ts";
import { didYouMean } from "../../../contract/did-you-mean.ts";
import { NoSuchThing } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perRequestWhenFound } from "../../../contract/price.ts";
import type { Site } from "../../../contract/site.ts";
import { estateCodeOf, noSuchEstate } from "../estates/find-estate.ts";
import { UNITS } from "../estates/lookup.ts";
import type { Lang } from "../valuations/pages.ts";
import { buildingsPage, unitsPage } from "./pages.ts";
import { type Building, readBuildings, readUnits } from "./read-units.ts";
import { Unit } from "./record.ts";
import { EstatesUnits } from "./request.ts";

export default defineOperation({
  path: UNITS,
  summary: "Units of an estate",
  description:
    "Units of an estate's buildings, floor by floor, each with the value for `unit` of the valuation. Not yet verified on " +
    "the live site: buildings, floors, flats and codes are known from public code; that a valuation accepts the unit's " +
    "code, and where the saleable area is, are inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay(),
  request: EstatesUnits,
  record: Unit,
  examples: [
    { estate: "2-ESPPPPPPPP", count: 20 },
    { estate: "Emerald Lake Garden", building: "Block 2", lang: "en" },
  ],
  unavailableWhen: "the source does not know the estate, or the estate has no such building",

  async *run({ estate, building, lang }, site) {
    const code = await estateCodeOf(estate, lang, site);
    const buildings = await buildingsOf(code, estate, building?.trim() || null, lang, site);
    // The first building alone, then as many side by side as the count should need.
    for (let next = 0, together = 1; next < buildings.length && site.progress.wanted() > 0; ) {
      const pages = buildings.slice(next, next + together).map((one) => unitsPage(one.code, lang));
      let largest = 1;
      for await (const page of site.readAll(pages, readUnits)) {
        yield page;
        largest = Math.max(largest, page.rows);
      }
      next += pages.length;
      together = Math.ceil(site.progress.wanted() / largest);
    }
  },

  parse: readUnits,
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
