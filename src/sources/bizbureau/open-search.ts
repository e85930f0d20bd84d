import { A_DAY, type Answer, Blocked, instead, otherThanAsked, type Site } from "../../source-kit/source.ts";
import { cleanText } from "../../source-kit/values.ts";
import { partsOf, unknownPlace, type Where } from "./places.ts";
import { type Form, readSearch, type Search, type SearchPage, searchPage } from "./search.ts";

/** The caller's request besides the place. */
type Requested = Pick<Search, "keyword" | "rating" | "accredited_only" | "radius">;

/** The first page of a search, and how to request and read the later ones, in the form that the site returned. */
export async function openSearch(request: Requested, where: Where, site: Site) {
  const search = searchOf(request, where, site);
  const { first, form } = await firstPage(search, where, site);
  if (search.radius && !search.coordinates && first.coordinates && where.kind !== "country") {
    // The distance was only ever seen with coordinates: now that the site has returned them, the search is repeated with
    // them.
    site.memory.set(coordinatesKey(search), first.coordinates, A_DAY);
    return openSearch(request, where, site);
  }
  return {
    first: first.page,
    request: (page: number) => searchPage(search, page, form),
    read: (answer: Answer) => asAsked(readSearch(answer, site.origin), search).page,
  };
}

const coordinatesKey = ({ place, country }: Pick<Search, "place" | "country">) => `coordinates of ${country} ${place}`;

function searchOf(request: Requested, where: Where, site: Site): Search {
  const { keyword, rating, accredited_only } = request;
  const { text, country, coordinates } = where.kind === "place" ? where.place : { ...where, coordinates: null };
  const at = { place: text, country };
  return {
    keyword,
    rating,
    accredited_only,
    radius: where.kind === "country" ? null : request.radius,
    ...at,
    coordinates: coordinates ?? site.memory.get<string>(coordinatesKey(at)) ?? null,
  };
}

/** If the JSON search is blocked, the page that embeds it may not be. */
async function firstPage(search: Search, where: Where, site: Site): Promise<{ first: SearchPage; form: Form }> {
  const read = async (form: Form) => ({
    form,
    first: await site.read(searchPage(search, 1, form), (answer) => {
      const read = readSearch(answer, site.origin);
      // Nothing confirms that the place exists, and the site did not search there.
      if (where.kind === "unchecked" && read.echo.place === "USA") throw unknownPlace(where.text);
      const { number } = read.page.facts;
      if (number != null && number !== 1) throw otherThanAsked(`page ${number} instead of 1`);
      return asAsked(read, search);
    }),
  });
  return read("/api/search").catch(
    instead(Blocked, () => {
      site.fellBack("api");
      return read("/search");
    }),
  );
}

/** Returns the page unless it is for another search, whose 15 rows would look just as good. */
export function asAsked(page: SearchPage, search: Search): SearchPage {
  const { keyword, place } = page.echo;
  // The echo was cleaned of entities and tags, so the keyword is too.
  if (keyword !== null && letters(keyword) !== letters(cleanText(search.keyword) ?? "")) {
    throw otherThanAsked("a search for another keyword");
  }
  if (place !== null && isElsewhere(place, search)) throw otherThanAsked("a search in another place");
  return page;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** City and state are compared if both are known; a ZIP code may be echoed as its city, coordinates as the country. */
function isElsewhere(echoed: string, { place, coordinates, radius }: Search): boolean {
  const [stated, requested] = [partsOf(echoed), partsOf(place)];
  if (stated.city === null && stated.zip === null) return requested.city !== null && !(coordinates && radius);
  if (requested.city === null && requested.zip === null) return true;
  if (stated.city === null || requested.city === null) return false;
  if (stated.state && requested.state && stated.state !== requested.state) return true;
  return letters(stated.city) !== letters(requested.city);
}
