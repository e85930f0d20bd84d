import type { Static } from "typebox";
import type { SiteRequest } from "../../../contract/site.ts";
import type { BusinessesSearch } from "./request.ts";

/** Rows on a page; the site takes no other size. */
export const PAGE_SIZE = 15;
/** The site answers a later page with an error, however many results it counts. */
export const MOST_PAGES = 15;

/** The JSON search, and the page that embeds the same. */
export type Form = "/api/search" | "/search";

/** A province at the end, or a postal code: one host serves both countries, and is told which. */
const CANADIAN = /(?:,\s*(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|Canada)|^[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/i;

export function searchPage(request: Static<typeof BusinessesSearch>, page: number, form: Form): SiteRequest {
  const location = request.location.trim();
  const asked = new URLSearchParams({
    find_country: CANADIAN.test(location) ? "CAN" : "USA",
    find_text: request.keyword,
    // Without a location the site finds nothing; this is its own name for the whole country.
    find_loc: location || "USA",
    page: String(page),
  });
  if (request.rating) asked.set("filter_ratings", request.rating);
  if (request.accredited_only) asked.set("filter_accredited", "1");
  if (request.radius) asked.set("filter_distance", request.radius);
  const accept = form === "/api/search" ? "application/json" : "text/html,application/xhtml+xml";
  return { path: `${form}?${asked}`, headers: { accept } };
}
