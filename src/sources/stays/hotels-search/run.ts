import { ruleBroken } from "../../../contract/errors.ts";
import type { Page } from "../../../contract/page.ts";
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
import type { SearchReading } from "./reading/search-reading.ts";
import { CEILING, PAGE_SIZE, type Search, searchPage } from "./search-path.ts";
import { refuseUntakenSort } from "./sorting.ts";

/** The first page settles what the site took; the others come side by side. */
export async function* run(request: Request, site: Site): AsyncGenerator<Page<HotelCardRecord>, void, undefined> {
  if (request.checkin !== null && isOver(request.checkin, site.now())) {
    throw ruleBroken({ loc: ["checkin"], msg: "checkin is in the past", input: request.checkin });
  }
  const { place, resolved } = await findPlace(request, site);
  const { search, reading: first } = await firstPage(request, place, site);
  refuseUntakenSort(request.sort, first);
  refuseIgnoredStay(request, first);
  site.report({ resolved, warnings: [...withoutEffect(request), ...rounded(request, search)] });

  const step = first.page.facts.size || PAGE_SIZE;
  const read = pageReader(search, site);
  yield* pagesUntil(site, {
    request: (page) => searchPage(search, (page - 1) * step),
    read: (answer) => numbered(read(answer), site),
    first: first.page.saying({ size: step }),
    mostPages: Math.ceil(CEILING / step),
  });
}

/** Some visitors get the first page whatever the offset: the page says so, and shows nothing else. */
function numbered({ page, echo }: SearchReading, { progress }: Site): Page<HotelCardRecord> {
  return echo.offset === 0 && progress.newIn(page) === 0 ? page.saying({ number: 1 }) : page;
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
