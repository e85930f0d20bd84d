import { A_DAY, type Answer, Blocked, instead, type Site } from "../../source-kit/source.ts";
import { unknownPlace, type Where } from "./places.ts";
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
    read: (answer: Answer) => readSearch(answer, site.origin).page,
  };
}

const coordinatesKey = ({ place, country }: Pick<Search, "place" | "country">) => `coordinates of ${country} ${place}`;

function searchOf(request: Requested, where: Where, site: Site): Search {
  const { keyword, rating, accredited_only } = request;
  const unknown = { city: null, state: null, coordinates: null };
  const { text, country, city, state, coordinates } = where.kind === "place" ? where.place : { ...where, ...unknown };
  const at = { place: text, country };
  return {
    keyword,
    rating,
    accredited_only,
    radius: where.kind === "country" ? null : request.radius,
    ...at,
    city,
    state,
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
      if (where.kind === "unchecked" && read.place === "USA") throw unknownPlace(where.text);
      return read;
    }),
  });
  return read("/api/search").catch(
    instead(Blocked, () => {
      site.fellBack("api");
      return read("/search");
    }),
  );
}
