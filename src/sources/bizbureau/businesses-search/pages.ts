import type { SiteRequest } from "../../../contract/site.ts";
import { wants } from "../../../source-kit/headers.ts";
import type { Country } from "../places/place.ts";

/** Rows on a page; the site takes no other size. */
export const PAGE_SIZE = 15;
/** The site answers a later page with an error, however many results it counts. */
export const MOST_PAGES = 15;

/** The JSON search, and the page that embeds the same. */
export type Form = "/api/search" | "/search";

/** A search as the site is asked for it. */
export interface Search {
  keyword: string;
  rating: string | null;
  accredited_only: boolean;
  radius: string | null;
  /** `find_loc`, in the site's own words. */
  place: string;
  country: Country;
  /** Where the place lies, if known: the distance was only ever seen beside it. */
  coordinates: string | null;
}

export function searchPage(search: Search, page: number, form: Form): SiteRequest {
  const asked = new URLSearchParams({
    find_country: search.country,
    find_text: search.keyword,
    find_loc: search.place,
    page: String(page),
  });
  if (search.rating) asked.set("filter_ratings", search.rating);
  if (search.accredited_only) asked.set("filter_accredited", "1");
  if (search.radius) asked.set("filter_distance", search.radius);
  if (search.radius && search.coordinates) asked.set("find_latlng", search.coordinates);
  return { path: `${form}?${asked}`, headers: form === "/api/search" ? wants.json : wants.page };
}
