import { NoSuchThing } from "../../../contract/errors.ts";
import { nearest } from "../../../contract/nearest.ts";
import type { Site } from "../../../contract/site.ts";
import type { Lang } from "../valuations/pages.ts";
import { ESTATES } from "./lookup.ts";
import { ESTATE_CODE, type Estate, readSuggestions, suggestionsPage } from "./suggestions.ts";

/** The code of an estate that is given by its code or by its name. */
export async function estateCodeOf(given: string, lang: Lang, site: Site): Promise<string> {
  const text = given.trim();
  if (ESTATE_CODE.test(text)) return text.toUpperCase();
  const estates = await site.read(suggestionsPage(text, lang), readSuggestions);
  const [found, ...others] = estates.filter(({ name }) => name?.toLowerCase() === text.toLowerCase());
  if (found && others.length === 0) return found.code;
  throw noSuchEstate(text, estates);
}

export function noSuchEstate(given: string, estates: Estate[] = []): NoSuchThing {
  const names = estates.map(({ name, code }) => `${name ?? "?"} (${code})`);
  const hint = names.length > 0 ? ` The nearest are ${nearest(given, names).join("; ")}.` : "";
  return new NoSuchThing(
    `The source knows no estate "${given.slice(0, 80)}" (estate).${hint} Look estates up with POST ${ESTATES}.`,
  );
}
