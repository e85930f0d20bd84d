import type { SiteRequest } from "../../../contract/site.ts";
import { headersIn, type Lang } from "../valuations/pages.ts";

const TRANSACTIONS = "/findproperty/api/Transaction";

/** The buildings of an estate. */
export const buildingsPage = (estate: string, lang: Lang): SiteRequest => ({
  path: `${TRANSACTIONS}/ConsumptionTableEstateMenu?typecode=${encodeURIComponent(estate)}`,
  headers: headersIn(lang),
});

/** The floors of a building, with the units of each. */
export const unitsPage = (building: string, lang: Lang): SiteRequest => ({
  path: `${TRANSACTIONS}/ConsumptionTable?typecode=${encodeURIComponent(building)}&firstOrSecondHand=SecondHand`,
  headers: headersIn(lang),
});
