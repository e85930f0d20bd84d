import { didYouMean } from "../../../contract/did-you-mean.ts";
import { NoSuchThing } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { cleanText } from "../../../contract/values.ts";
import { suggestedNear } from "../../../source-kit/suggested-near.ts";
import type { Lang } from "../valuations/pages.ts";
import { ESTATES } from "./lookup.ts";
import { ESTATE_CODE, type Estate, readSuggestions, suggestionsPage } from "./suggestions.ts";

/** The code of an estate that is given by its code or by its name. */
export async function estateCodeOf(given: string, lang: Lang, site: Site): Promise<string> {
  const text = cleanText(given) ?? "";
  if (ESTATE_CODE.test(text)) return text.toUpperCase();
  const suggested = async (words: string) => (await site.read(suggestionsPage(words, lang), readSuggestions)).records;
  const estates = await suggested(text);
  const [found, ...others] = estates.filter(({ name }) => name?.toLowerCase() === text.toLowerCase());
  if (found && others.length === 0) return found.code;
  throw noSuchEstate(text, estates.length > 0 ? estates : await suggestedNear(text, suggested));
}

export function noSuchEstate(given: string, estates: readonly Estate[] = []): NoSuchThing {
  const known = estates.map(({ code, name }) => ({ value: code, label: name }));
  return new NoSuchThing(`Unknown estate "${given.slice(0, 80)}" (estate). ${didYouMean(given, known, ESTATES)}`);
}
