import { filledFrom } from "../../source-kit/record.ts";
import { defineRequest, fedBy, textField, timeoutField } from "../../source-kit/request.ts";
import {
  type Answer,
  asking,
  flat,
  instead,
  NoSuchThing,
  notMeant,
  operation,
  type Site,
  type SiteRequest,
  Unreadable,
  wants,
} from "../../source-kit/source.ts";
import { UNITS } from "./estates.ts";
import { headersIn, type Lang, langField } from "./languages.ts";
import { nuxtText } from "./nuxt-state.ts";
import { type Estimate, estimateEcho, readEstate, readEstimate, readSaved } from "./read-valuation.ts";
import { Valuation } from "./valuation-record.ts";

/** Letters and digits with single separators: the land register's numbers and the site's own unit codes. */
const UNIT = /^[a-z0-9]+(?:[-_./ ][a-z0-9]+)*$/i;
const MIN_UNIT = 4;
const MAX_UNIT = 40;
/** A unit does not move to another estate; the entry expires all the same. */
const WEEK_SECONDS = 7 * 24 * 3600;

export default operation({
  path: "/api/hkproperty/valuations",
  summary: "Valuation of one residential unit",
  description:
    "Weekly automated valuation of one Hong Kong private residential unit, identified by its property reference " +
    "number, with the profile of its estate.",
  price: flat(1),
  request: defineRequest("HkpropertyValuations", {
    unit: fedBy(
      { operation: UNITS, field: "unit", search: "estate", label: ["building", "floor", "flat"], along: ["lang"] },
      textField({
        description: "The unit's property reference number, or the site's own code for it.",
        minLength: 1,
        pattern: "^[A-Za-z0-9]{4,40}$",
        examples: ["D2000000"],
      }),
    ),
    timeout: timeoutField,
    lang: langField("Traditional Chinese (hk), simplified Chinese (sc) or English (en)."),
  }),
  record: Valuation,
  echo: estimateEcho,
  examples: [{ unit: "D2000000" }, { unit: "D2000310", lang: "en" }],
  unavailableWhen: "no valuation exists for the property reference number",

  check({ unit }) {
    const given = unit.trim();
    if (given.length < MIN_UNIT || given.length > MAX_UNIT || !UNIT.test(given)) {
      throw notMeant(
        `unit is not a property reference number: ${MIN_UNIT} to ${MAX_UNIT} letters and digits are expected.`,
      );
    }
    if (/^[1-4]-[a-z]+$/i.test(given)) {
      throw notMeant(`unit is the code of an estate or a building. POST ${UNITS} lists its units.`);
    }
  },

  async *run({ unit, lang }, site) {
    yield await valuationOf(plainUnit(unit), lang, site);
  },

  read: (answer, { unit, lang }, { origin }) => readSaved(answer, { unit: plainUnit(unit), lang, origin }),
});

/** A register's letter and number as it writes them: people put a separator between. */
const plainUnit = (unit: string): string => unit.trim().replace(/^([a-z])[-_./ ](\d+)$/i, "$1$2");

/** A unit's estate is known from its estimate and remembered: from then on the two are fetched concurrently. */
async function valuationOf(unit: string, lang: Lang, site: Site) {
  const key = `estate of ${unit}`;
  const remembered = site.memory.get<string>(key);
  // The profile is optional: a unit whose estate has none keeps its estimate.
  const profile = (code: string) =>
    site
      .read(estatePage(code, lang), (answer) => readEstate(answer, code, { unit, lang, origin: site.origin }))
      .catch(instead(NoSuchThing, () => null));
  const [{ page, estateCode }, early] = await Promise.all([
    fetchEstimate(unit, lang, site),
    remembered ? profile(remembered) : null,
  ]);
  if (estateCode && estateCode !== remembered) site.memory.set(key, estateCode, WEEK_SECONDS);
  const later = () => (estateCode ? profile(estateCode) : null);
  const estate = estateCode === remembered ? early : await later();
  // The estimate's values for the unit come first; the profile fills in the rest.
  return page.map((record) => (!estate || estate === "unreadable" ? record : filledFrom(record, estate)));
}

const TOKEN_KEY = "anonymous token";
const TOKEN_SECONDS = 10 * 60;

/** The unit's estimate, fetched with the token of the site's own pages if it is refused without one. */
async function fetchEstimate(unit: string, lang: Lang, site: Site): Promise<Estimate> {
  const ask = (token: string | undefined) =>
    site.read(estimatePage(site.setting("estimate_path"), unit, lang, token), (answer) =>
      answer.status === 401 ? null : readEstimate(answer, { unit, lang, origin: site.origin }),
    );
  const found = await ask(site.memory.get<string>(TOKEN_KEY));
  if (found) return found;
  const { token } = await site.read(tokenPage(site.setting("token_page"), lang), readToken);
  site.memory.set(TOKEN_KEY, token, TOKEN_SECONDS);
  const second = await ask(token);
  if (!second) throw new Unreadable("the estimate is not given with the token of the page's state");
  return second;
}

/** Never seen: the operator may configure another address (see the source's README). */
export const estimatePage = (template: string, unit: string, lang: Lang, token?: string): SiteRequest => ({
  path: template.replaceAll("{unit}", encodeURIComponent(unit)).replaceAll("{lang}", lang),
  headers: { ...headersIn(lang), ...(token && { authorization: `Bearer ${token}` }) },
  asks: asking(estimateEcho, { unit }),
});

/** A page whose state contains the token that the site's own scripts send. */
export const tokenPage = (path: string, lang: Lang): SiteRequest => ({
  path,
  headers: { ...headersIn(lang), ...wants.page },
});

export const estatePage = (typeCode: string, lang: Lang): SiteRequest => ({
  path: `/estate/api/Estate/GetEstateDetail?typeCode=${encodeURIComponent(typeCode)}&datasize=full`,
  headers: headersIn(lang),
});

/** Characters that a header may contain. A token is never shown, logged or kept. */
const TOKEN = /^[\w.~+/=-]{8,4096}$/;

/** The bearer token that a page of the site has for anonymous visitors. */
export function readToken(answer: Answer): { token: string } {
  const token = answer.status === 200 ? nuxtText(answer.text(), "anonymous_token") : null;
  if (token === null || !TOKEN.test(token)) throw new Unreadable("no anonymous token in the page's state");
  return { token };
}
