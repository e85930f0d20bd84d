import type { SiteRequest } from "../../../contract/site.ts";
import { wants } from "../../../source-kit/headers.ts";

/** The two ways to ask for a page of results: the data route alone, or the whole page. */
type Form = "data" | "html";

/** Beyond this page the site shows nothing, however many results it counts. */
export const LAST_PAGE = 500;
/** Cards of a page: 24, and as many as six advertised ones above them. */
export const MOST_CARDS = 30;

export function searchPage(keyword: string, page: number, form: Form): SiteRequest {
  const query = new URLSearchParams({ searchtext: keyword });
  if (page > 1) query.set("page", String(page));
  return form === "data"
    ? { path: `/nl/nl/s.data?${query}`, headers: wants.anything }
    : { path: `/nl/nl/s/?${query}`, headers: wants.page };
}
