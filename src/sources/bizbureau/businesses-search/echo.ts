import { cleanText } from "../../../contract/values.ts";
import { otherThanAsked } from "../../../source-kit/other-than-asked.ts";
import { partsOf } from "../places/place.ts";
import type { Search } from "./pages.ts";
import type { SearchPage } from "./read-search.ts";

/** The page, unless it is for something else than was asked for (15 rows of another search look as good as ours). */
export function asAsked(page: SearchPage, search: Search): SearchPage {
  const { keyword, place } = page.echo;
  // The echo was cleaned of entities and tags: so is the question.
  if (keyword !== null && letters(keyword) !== letters(cleanText(search.keyword) ?? "")) {
    throw otherThanAsked("a search for another keyword");
  }
  if (place !== null && isElsewhere(place, search)) throw otherThanAsked("a search in another place");
  return page;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** City and state are compared where both are said; a ZIP code may be echoed as its city, coordinates as the country. */
function isElsewhere(echoed: string, { place, coordinates, radius }: Search): boolean {
  const [said, asked] = [partsOf(echoed), partsOf(place)];
  if (said.city === null && said.zip === null) return asked.city !== null && !(coordinates && radius);
  if (asked.city === null && asked.zip === null) return true;
  if (said.city === null || asked.city === null) return false;
  if (said.state && asked.state && said.state !== asked.state) return true;
  return letters(said.city) !== letters(asked.city);
}
