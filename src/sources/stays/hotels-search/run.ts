import { ruleBroken } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import type { WarningCode } from "../../../contract/warnings.ts";
import { pagesUntil } from "../../../source-kit/pages-until.ts";
import { refuseIgnoredStay } from "./applied-stay.ts";
import { isOver } from "./dates.ts";
import { findPlace } from "./destination.ts";
import type { Request } from "./filters/wanted.ts";
import { firstPage } from "./first-page.ts";
import { pageReader } from "./page-reader.ts";
import type { HotelCardRecord } from "./reading/result.ts";
import { CEILING, PAGE_SIZE, type Search, searchPage } from "./search-path.ts";
import { refuseUntakenSort } from "./sorting.ts";

/**
 * The first page settles what the site took; the others come side by side. A site that passes over `offset` gives
 * the same page for ever: the walk ends where nothing new comes.
 */
export async function* run(request: Request, site: Site): AsyncGenerator<HotelCardRecord, void, undefined> {
  if (request.checkin !== null && isOver(request.checkin, site.now())) {
    throw ruleBroken({ loc: ["checkin"], msg: "checkin is in the past", input: request.checkin });
  }
  const { place, resolved } = await findPlace(request, site);
  const { search, reading: first } = await firstPage(request, place, site);
  refuseUntakenSort(request.sort, first);
  refuseIgnoredStay(request, first);
  site.report({ resolved, warnings: [...withoutEffect(request), ...rounded(request, search)] });

  const step = first.perPage || PAGE_SIZE;
  yield* pagesUntil(request.count, site, {
    request: (page) => searchPage(search, (page - 1) * step),
    read: pageReader(search, site),
    first: { ...first, perPage: step },
    mostPages: Math.ceil(CEILING / step),
  });
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

/** The site offers a few distances; one between them became the next smaller. */
function rounded({ max_distance_from_center_meters: asked }: Request, { filters }: Search): WarningCode[] {
  const sent = filters.find(({ key }) => key === "distance")?.code ?? null;
  return asked !== null && sent !== null && sent !== String(asked) ? ["distance_rounded_down"] : [];
}
