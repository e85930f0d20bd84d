import { NoSuchThing, notMeant } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { flat } from "../../../contract/price.ts";
import type { Site } from "../../../contract/site.ts";
import { instead } from "../../../source-kit/instead.ts";
import { fetchEstimate } from "./fetch-estimate.ts";
import { estatePage, type Lang } from "./pages.ts";
import { type EstateHalf, readEstate } from "./read-estate.ts";
import { readSaved } from "./read-saved.ts";
import { Valuation, type ValuationRecord } from "./record.ts";
import { Valuations } from "./request.ts";

/** Letters and digits, parted by single marks: the land register's numbers, and the site's own codes of units. */
const UNIT = /^[a-z0-9]+(?:[-_./ ][a-z0-9]+)*$/i;
const LONGEST_UNIT = 40;
/** A unit does not move to another estate; the entry ends all the same. */
const WEEK_SECONDS = 7 * 24 * 3600;

export default defineOperation({
  path: "/api/hkproperty/valuations",
  summary: "Valuation of one residential unit",
  description:
    "Weekly automated valuation of one Hong Kong private residential unit, identified by its property reference " +
    "number, with the profile of its estate.",
  price: flat(1),
  request: Valuations,
  record: Valuation,
  examples: [{ unit: "D2000000" }, { unit: "D2000310", lang: "en" }],
  unavailableWhen: "no valuation exists for the property reference number",

  check({ unit }) {
    const given = unit.trim();
    if (given.length < 4 || given.length > LONGEST_UNIT || !UNIT.test(given)) {
      throw notMeant("unit is not a property reference number: letters and digits are expected.");
    }
  },

  async *run({ unit, lang }, site) {
    yield await valuationOf(unit.trim(), lang, site);
  },

  parse: (answer, { unit, lang }, context) => readSaved(answer, unit.trim(), lang, context.origin),
});

/** The estate of a unit is known from its estimate, and remembered: from then on the two are fetched side by side. */
async function valuationOf(unit: string, lang: Lang, site: Site) {
  const key = `estate of ${unit}`;
  const remembered = site.memory.get<string>(key);
  // The profile is worth having, not worth failing for: a unit whose estate has none keeps its estimate.
  const profile = (code: string) =>
    site
      .read(estatePage(code, lang), (answer) => readEstate(answer, code, lang, site.origin))
      .catch(instead(NoSuchThing, () => null));
  const [{ page, estateCode }, early] = await Promise.all([
    fetchEstimate(unit, lang, site),
    remembered ? profile(remembered) : null,
  ]);
  if (estateCode && estateCode !== remembered) site.memory.set(key, estateCode, WEEK_SECONDS);
  const later = () => (estateCode ? profile(estateCode) : null);
  const estate = estateCode === remembered ? early : await later();
  return page.map((record) => joined(record, estate));
}

/** What the estimate says of the unit comes first; the profile fills in the rest. */
function joined(record: ValuationRecord, estate: EstateHalf | null): ValuationRecord {
  if (!estate) return record;
  const isNone = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  const missing = Object.entries(estate).filter(([name]) => isNone(Reflect.get(record, name)));
  return { ...record, ...Object.fromEntries(missing) };
}
