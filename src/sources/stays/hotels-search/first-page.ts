import type { Site } from "../../../contract/site.ts";
import type { Place } from "./destination.ts";
import { ignoredFilters, misinterpretedFilters } from "./filters/applied-filters.ts";
import { refuse } from "./filters/refuse.ts";
import { relearn, settle } from "./filters/settle.ts";
import { confirm, isConfirmed, LEARNING_LANGUAGE, type SiteList, siteListOf } from "./filters/site-list.ts";
import { type Request, type SettledFilter, wantedFilters } from "./filters/wanted.ts";
import { pageReader } from "./page-reader.ts";
import type { SearchReading } from "./reading/search-reading.ts";
import type { SiteFilter } from "./reading/site-filters.ts";
import { type Search, searchPage } from "./search-path.ts";

export interface FirstPage {
  search: Search;
  reading: SearchReading;
}

const isEnglish = (language: string) => language.startsWith("en");

/**
 * The first page, with every filter of the request taken by the site. The site passes over a code that it does
 * not know in silence, so what it did not take is looked up by name in its own list as it is now and tried once
 * more; what is not taken then is refused. A code by likeness is tried in English first: its label must agree.
 */
export async function firstPage(request: Request, place: Place, site: Site): Promise<FirstPage> {
  const read = async (filters: SettledFilter[], changed: Partial<Search> = {}): Promise<FirstPage> => {
    const search: Search = { ...request, place, filters, ...changed };
    return { search, reading: await site.read(searchPage(search, 0), pageReader(search, site)) };
  };
  const list = siteListOf(place, site.memory, async () => {
    const { reading } = await read([], { language: LEARNING_LANGUAGE, sort: "top_picks" });
    return reading.filters()?.offered ?? [];
  });
  const tried = async (filters: SettledFilter[]) => {
    const isGuessing = filters.some(({ isGuess }) => isGuess) && !isEnglish(request.language);
    const page = await read(filters, isGuessing ? { language: LEARNING_LANGUAGE } : {});
    const untaken = new Set([
      ...ignoredFilters(filters, page.reading),
      ...misinterpretedFilters(filters, page.reading),
    ]);
    return { ...page, filters, untaken: [...untaken] };
  };

  let page = await tried(await settle(withoutProven(request, site), list));
  const relearned = await relearn(page.filters, page.untaken, list, offeredOn(page));
  if (relearned) page = await tried(relearned);
  refuse(page.untaken, offeredOn(page));
  if (page.reading.page.facts.total === 0) await refuseUnknownIds(page.filters, list);
  for (const { isGuess, key, code } of page.filters) if (isGuess) confirm(site.memory, key, code);
  return page.search.language === request.language ? page : read(page.filters);
}

/** The filters of the request; a guess that was proven before is none. */
const withoutProven = (request: Request, { memory }: Site) =>
  wantedFilters(request).map((filter) => {
    const isProven = filter.isGuess && isConfirmed(memory, filter.key!, filter.code!);
    return isProven ? { ...filter, isGuess: false } : filter;
  });

const offeredOn = ({ reading }: FirstPage): SiteFilter[] => reading.filters()?.offered ?? [];

/** Nothing was found: an id that the site's list of this destination does not have is one that it does not know. */
async function refuseUnknownIds(filters: SettledFilter[], list: SiteList): Promise<void> {
  const ids = filters.filter(({ kind }) => kind === "id");
  if (ids.length === 0) return;
  const offered = await list.offered();
  const isOffered = ({ key, code }: SettledFilter) => offered.some((one) => one.key === key && one.code === code);
  refuse(
    ids.filter((filter) => !isOffered(filter)),
    offered,
  );
}
