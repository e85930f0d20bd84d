import { AskAgain, Unreadable } from "../../../contract/errors.ts";
import { partsOf } from "../places/place.ts";
import type { Search } from "./pages.ts";
import type { Echo } from "./read-search.ts";

/** Refuses a page that is for something else than was asked for (15 rows of another search look as good as ours). */
export function refuseOther(echo: Echo, search: Search): void {
  const other = otherThan(echo, search);
  if (other) throw new AskAgain(other, new Unreadable(other));
}

function otherThan({ keyword, place }: Echo, search: Search): string | null {
  if (keyword !== null && letters(keyword) !== letters(search.keyword)) return "a search for another keyword";
  return place !== null && isElsewhere(place, search) ? "a search in another place" : null;
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
