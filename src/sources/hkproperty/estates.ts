import { asObjects } from "../../source-kit/json.ts";
import { jsonPage, jsonRecord, type Static, text, whole } from "../../source-kit/record.ts";
import {
  asking,
  defineEcho,
  didYouMean,
  firstOf,
  mostSimilar,
  NoSuchThing,
  type Site,
  type SiteRequest,
  suggestedNear,
} from "../../source-kit/source.ts";
import { cleanText } from "../../source-kit/values.ts";
import { headersIn, type Lang, UNSTATED } from "./languages.ts";

/** The operations that find an estate and its units. */
export const ESTATES = "/api/hkproperty/estates/search";
export const UNITS = "/api/hkproperty/estates/units";

/** An estate, a phase of one, or a stand-alone building. Only a name and a code were seen, so other fields are optional. */
export const Estate = jsonRecord("HkpropertyEstate", {
  estate: text("typeCode")
    .filled("always")
    .meaning("The estate's code: the value for `estate` of the units operation."),
  name: text("displayName").filled("usually").meaning("Name of the estate, in the requested language."),
  district: text("districtName", "scope.hma").meaning("District."),
  address: text("address").unseen().meaning("Street address."),
  unit_count: whole("unitCount").meaning("Number of units in the estate."),
});

type EstateRecord = Static<typeof Estate>;

/** Other codes belong to districts and the like. */
export const ESTATE_CODE = /^[123]-[A-Z0-9]+$/i;

export const suggestionsEcho = defineEcho({
  query: {
    says: "suggestion",
    words:
      "The site does not repeat it: the names or other values of most suggestions must resemble it. Names in another script cannot be compared.",
    same: mostSimilar,
    shown: firstOf,
  },
  lang: UNSTATED,
});

export const suggestionsPage = (keyword: string, lang: Lang): SiteRequest => ({
  path: `/estate/api/Estate/EstateAutoComplete?keyword=${encodeURIComponent(keyword)}`,
  headers: headersIn(lang),
  asks: asking(suggestionsEcho, { query: keyword }),
});

/** A bare list. */
export const readSuggestions = jsonPage({ read: estateIn }, { rows: "", echo: { query: textsIn } });

function estateIn(row: unknown): EstateRecord | "unreadable" | "other-kind" {
  const estate = Estate.read(row);
  return estate === "unreadable" || ESTATE_CODE.test(estate.estate) ? estate : "other-kind";
}

function textsIn(rows: unknown): string[][] {
  return asObjects(rows).map((row) => Object.values(row).filter((value) => typeof value === "string"));
}

/** Resolves an estate's name or code to its code. */
export async function findEstateCode(given: string, lang: Lang, site: Site): Promise<string> {
  const text = cleanText(given) ?? "";
  if (ESTATE_CODE.test(text)) return text.toUpperCase();
  const suggested = async (words: string) => (await site.read(suggestionsPage(words, lang), readSuggestions)).records;
  const estates = await suggested(text);
  const [found, ...others] = estates.filter(({ name }) => name?.toLowerCase() === text.toLowerCase());
  if (found && others.length === 0) return found.estate;
  throw noSuchEstate(text, estates.length > 0 ? estates : await suggestedNear(text, suggested));
}

export function noSuchEstate(given: string, estates: readonly EstateRecord[] = []): NoSuchThing {
  const known = estates.map(({ estate, name }) => ({ value: estate, label: name }));
  return new NoSuchThing(`Unknown estate "${given.slice(0, 80)}" (estate). ${didYouMean(given, known, ESTATES)}`);
}
