import type { Static } from "typebox";
import { Blocked } from "../../../contract/errors.ts";
import type { Answer, Site } from "../../../contract/site.ts";
import { instead } from "../../../source-kit/instead.ts";
import { otherThanAsked } from "../../../source-kit/other-than-asked.ts";
import { A_DAY } from "../../../source-kit/remembered.ts";
import { unknownPlace, type Where } from "../places/resolve.ts";
import { asAsked } from "./echo.ts";
import { type Form, type Search, searchPage } from "./pages.ts";
import { readSearch, type SearchPage } from "./read-search.ts";
import type { BusinessesSearch } from "./request.ts";

/** The first page of a search, and how the later ones are asked for and read: in the form that the site gave. */
export async function openSearch(request: Static<typeof BusinessesSearch>, where: Where, site: Site) {
  const search = searchOf(request, where, site);
  const { first, form } = await firstPage(search, where, site);
  if (search.radius && !search.coordinates && first.coordinates && where.kind !== "country") {
    // The distance was only ever seen beside coordinates: now that the site has said them, it is asked with them.
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

function searchOf(request: Static<typeof BusinessesSearch>, where: Where, site: Site): Search {
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

/** Where the JSON search is walled off, the page that embeds it may not be. */
async function firstPage(search: Search, where: Where, site: Site): Promise<{ first: SearchPage; form: Form }> {
  const read = async (form: Form) => ({
    form,
    first: await site.read(searchPage(search, 1, form), (answer) => {
      const read = readSearch(answer, site.origin);
      // Nobody has said that there is such a place, and the site has not looked there.
      if (where.kind === "unchecked" && read.echo.place === "USA") throw unknownPlace(where.text);
      const { number } = read.page.facts;
      if (number != null && number !== 1) throw otherThanAsked(`page ${number} instead of 1`);
      return asAsked(read, search);
    }),
  });
  return read("/api/search").catch(instead(Blocked, () => read("/search")));
}
