import { ruleBroken } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { isOver } from "./dates.ts";
import { findPlace, type Place } from "./destination.ts";
import { LEARNING_LANGUAGE, remember, remembered } from "./filters/memory.ts";
import { relearn, type SettledFilter, settle } from "./filters/settle.ts";
import { refuse, untakenOf } from "./filters/taken.ts";
import { type Request, wantedFilters } from "./filters/wanted.ts";
import { pageReader } from "./page-reader.ts";
import type { SearchReading } from "./reading/read-answer.ts";
import type { SiteFilter } from "./reading/site-filters.ts";
import { CEILING, PAGE_SIZE, type Search, searchPage } from "./search-path.ts";
import { refuseUntakenSort } from "./sorting.ts";
import { refuseUntakenStay } from "./taken.ts";

/** The first page settles what the site took; the others come side by side. */
export async function* run(request: Request, site: Site) {
  if (request.checkin !== null && isOver(request.checkin, site.now())) {
    throw ruleBroken({ loc: ["checkin"], msg: "checkin is in the past", input: request.checkin });
  }
  const place = await findPlace(request, site);
  const { search, first } = await firstPage(request, place, site);
  refuseUntakenSort(request.sort, first);
  refuseUntakenStay(request, first);

  const seen = new Set<number>();
  const fresh = ({ records }: SearchReading) => records.filter(({ id }) => !seen.has(id) && seen.add(id));
  yield* fresh(first);
  const reader = pageReader(search, site);
  const offsets = offsetsBehind(first);
  const side = offsets.filter((offset) => offset < request.count);
  for await (const reading of site.readAll(
    side.map((offset) => searchPage(search, offset)),
    reader,
  )) {
    yield* fresh(reading);
  }
  // Rows may have been left out on the way; what is still wanted comes from the pages behind.
  for (const offset of offsets.slice(side.length)) {
    if (seen.size >= request.count) return;
    yield* fresh(await site.read(searchPage(search, offset), reader));
  }
}

function offsetsBehind({ total, perPage, records }: SearchReading): number[] {
  const step = perPage || PAGE_SIZE;
  const pages = Math.ceil(Math.min(total ?? records.length, CEILING) / step);
  return Array.from({ length: Math.max(0, pages - 1) }, (_, index) => (index + 1) * step);
}

/**
 * A code that was never seen with its label may be wrong, and the site passes over a wrong code in silence: such
 * a filter gets a second try with the code that the site's own list has for it.
 */
async function firstPage(request: Request, place: Place, site: Site) {
  const siteList = () => listOf(request, place, site);
  const ask = async (filters: SettledFilter[]) => {
    const search: Search = { ...request, place, filters };
    return { search, filters, first: await site.read(searchPage(search, 0), pageReader(search, site)) };
  };
  let asked = await ask(await settle(wantedFilters(request), siteList));
  let untaken = untakenOf(asked.filters, asked.first);
  const relearned = await relearn(asked.filters, untaken, siteList);
  if (relearned) {
    asked = await ask(relearned);
    untaken = untakenOf(asked.filters, asked.first);
  }
  refuse(untaken);
  return asked;
}

/** The site's own list of filters for a destination, from memory or from its unfiltered page. */
async function listOf(request: Request, place: Place, site: Site): Promise<SiteFilter[]> {
  const known = remembered(site.memory, place);
  if (known) return known;
  const search: Search = { ...request, place, filters: [], language: LEARNING_LANGUAGE, sort: "top_picks" };
  const reading = await site.read(searchPage(search, 0), pageReader(search, site));
  const offered = reading.filters()?.offered ?? [];
  remember(site.memory, place, offered);
  return offered;
}
