import type { SiteRequest } from "../../../contract/site.ts";
import { inLanguage } from "../../../source-kit/headers.ts";
import type { Place } from "./destination.ts";
import type { Request, SettledFilter } from "./filters/wanted.ts";
import { orderParameters } from "./sorting.ts";

export const PAGE_SIZE = 25;
/** The site shows no more than this, whatever it counts. */
export const CEILING = 1000;

/** What of a request the site needs for one page. */
export type Search = Pick<
  Request,
  "checkin" | "checkout" | "adults" | "children_ages" | "rooms" | "currency" | "language" | "sort"
> & { place: Place; filters: Array<Pick<SettledFilter, "key" | "code">> };

/** One page of the search. `offset` is always sent: without it the site may answer with shorter pages. */
export function searchPage(search: Search, offset: number): SiteRequest {
  const { isSuggested: _, ...place } = search.place;
  const query = new URLSearchParams({ ...place });
  if (search.checkin && search.checkout) {
    query.set("checkin", search.checkin);
    query.set("checkout", search.checkout);
  }
  query.set("group_adults", String(search.adults));
  query.set("no_rooms", String(search.rooms));
  query.set("group_children", String(search.children_ages.length));
  for (const age of search.children_ages) query.append("age", String(age));
  query.set("selected_currency", search.currency);
  query.set("lang", search.language);
  for (const [name, value] of Object.entries(orderParameters(search.sort))) query.set(name, value);
  const nflt = [...new Set(search.filters.map(({ key, code }) => `${key}=${code}`))].join(";");
  if (nflt) query.set("nflt", nflt);
  query.set("offset", String(offset));
  const language = search.language === "en-us" ? "" : `.${search.language}`;
  return {
    path: `/searchresults${language}.html?${query}`,
    headers: inLanguage(search.language),
  };
}
