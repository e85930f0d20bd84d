import type { Site } from "../../../source-kit/source.ts";
import type { SearchReading } from "../reading/search-reading.ts";
import type { SiteFilter } from "../reading/site-filters.ts";
import type { Request } from "../request.ts";
import type { Place, Search } from "../search.ts";
import { pageReader, searchPage } from "../search-page.ts";
import { refuse, unappliedFilters } from "./applied.ts";
import { findCodes, findNewCodes } from "./find-codes.ts";
import { type CodedFilter, type RequestedFilter, requestedFilters } from "./requested-filters.ts";
import { confirm, isConfirmed, LIST_LANGUAGE, readSiteList, type SiteList } from "./site-list.ts";

export interface FirstPage {
  search: Search;
  reading: SearchReading;
}

const isEnglish = (language: string) => language.startsWith("en");

/**
 * Reads the first page with every filter of the request applied by the site, in four steps:
 * 1. each filter gets its code, from the table or from the site's own list (`find-codes.ts`);
 * 2. the page is read with them, in English if a code is unsure: its label must agree;
 * 3. filters that the site did not apply are looked up by name in its current list, and the page is read once more;
 * 4. filters that are still not applied are rejected, and unsure codes that were applied are sure for a day.
 */
export async function firstPage(request: Request, place: Place, site: Site): Promise<FirstPage> {
  const read = async (filters: CodedFilter[], changed: Partial<Search> = {}): Promise<FirstPage> => {
    const search: Search = { ...request, place, filters, ...changed };
    return { search, reading: await site.read(searchPage(search, 0), pageReader(search, site)) };
  };
  const list = readSiteList(place, site.memory, async () =>
    offeredOn(await read([], { language: LIST_LANGUAGE, sort: "top_picks" })),
  );
  const readWith = async (filters: CodedFilter[]) => {
    const isUnsure = filters.some((filter) => filter.isUnsure) && !isEnglish(request.language);
    const page = await read(filters, isUnsure ? { language: LIST_LANGUAGE } : {});
    return { ...page, filters, unapplied: unappliedFilters(filters, page.reading) };
  };

  const requested = requestedFilters(request).map((filter) =>
    isConfirmed(site.memory, filter) ? sure(filter) : filter,
  );
  let page = await readWith(await findCodes(requested, list));
  const changed = await findNewCodes(page.filters, page.unapplied, list, offeredOn(page));
  if (changed) page = await readWith(changed);
  refuse(page.unapplied, offeredOn(page));
  if (page.reading.page.facts.total === 0) await refuseUnknownIds(page.filters, list);
  for (const filter of page.filters) if (filter.isUnsure) confirm(site.memory, filter);
  return page.search.language === request.language ? page : read(page.filters);
}

const sure = (filter: RequestedFilter): RequestedFilter => ({ ...filter, isUnsure: false });

const offeredOn = ({ reading }: FirstPage): SiteFilter[] => reading.filters()?.offered ?? [];

/** Without results, an id that the site's list for this destination lacks is unknown. */
async function refuseUnknownIds(filters: CodedFilter[], list: SiteList): Promise<void> {
  const ids = filters.filter(({ kind }) => kind === "id");
  if (ids.length === 0) return;
  const offered = await list.offered();
  const isOffered = ({ key, code }: CodedFilter) => offered.some((one) => one.key === key && one.code === code);
  refuse(
    ids.filter((filter) => !isOffered(filter)),
    offered,
  );
}
