import { ruleBroken } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import type { WarningCode } from "../../../contract/warnings.ts";
import { isOver } from "./dates.ts";
import { findPlace } from "./destination.ts";
import type { Request } from "./filters/wanted.ts";
import { firstPage } from "./first-page.ts";
import { pageReader } from "./page-reader.ts";
import type { HotelCardRecord } from "./reading/result.ts";
import type { SearchReading } from "./reading/search-reading.ts";
import { CEILING, PAGE_SIZE, searchPage } from "./search-path.ts";
import { refuseUntakenSort } from "./sorting.ts";
import { refuseUntakenStay } from "./taken.ts";

/** The first page settles what the site took; the others come side by side. */
export async function* run(request: Request, site: Site): AsyncGenerator<HotelCardRecord, void, undefined> {
  if (request.checkin !== null && isOver(request.checkin, site.now())) {
    throw ruleBroken({ loc: ["checkin"], msg: "checkin is in the past", input: request.checkin });
  }
  const { place, resolved } = await findPlace(request, site);
  const { search, reading: first } = await firstPage(request, place, site);
  refuseUntakenSort(request.sort, first);
  refuseUntakenStay(request, first);
  site.report({ total: first.total, resolved, warnings: withoutEffect(request) });

  const seen = new Set<number>();
  const fresh = ({ records }: SearchReading) => {
    const unseen = records.filter(({ id }) => !seen.has(id));
    for (const { id } of unseen) seen.add(id);
    return unseen;
  };
  yield* fresh(first);
  const reader = pageReader(search, site);
  const offsets = offsetsBehind(first);
  const side = offsets.filter((offset) => offset < request.count);
  const pages = async function* () {
    yield* site.readAll(
      side.map((offset) => searchPage(search, offset)),
      reader,
    );
    // Rows may have been left out on the way; what is still wanted comes from the pages behind.
    for (const offset of offsets.slice(side.length)) yield await site.read(searchPage(search, offset), reader);
  };
  for await (const page of pages()) {
    const unseen = fresh(page);
    // A site that passes over `offset`, or counts more than it shows, would give the same page for ever.
    if (unseen.length === 0) return site.report({ sourceLimited: seen.size < (first.total ?? 0) });
    yield* unseen;
  }
  site.report({ sourceLimited: (first.total ?? 0) > CEILING });
}

function offsetsBehind({ total, perPage, records }: SearchReading): number[] {
  const step = perPage || PAGE_SIZE;
  const pages = Math.ceil(Math.min(total ?? records.length, CEILING) / step);
  return Array.from({ length: Math.max(0, pages - 1) }, (_, index) => (index + 1) * step);
}

/** What needs dates to mean anything, and got none. */
function withoutEffect(request: Request): WarningCode[] {
  if (request.checkin !== null) return [];
  const isPriced = request.min_price_per_night !== null || request.max_price_per_night !== null;
  return [
    ...(request.available_only ? (["available_only_without_dates"] as const) : []),
    ...(isPriced ? (["price_filter_without_dates"] as const) : []),
  ];
}
