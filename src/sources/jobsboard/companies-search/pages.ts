import type { SiteRequest } from "../../../contract/site.ts";

/** The list that is of no one country. */
export const ALL_COUNTRIES = "international";

/** A list of all companies is long: the name is sent, in case the site looks for it, and no more pages are turned. */
export const MOST_PAGES = 20;

export function listPage(asked: { country: string; language: string; query: string }, page: number): SiteRequest {
  const query = new URLSearchParams({ keyword: asked.query });
  if (page > 1) query.set("page", String(page));
  return { path: `/${asked.language}/${asked.country}/companies/?${query}` };
}
