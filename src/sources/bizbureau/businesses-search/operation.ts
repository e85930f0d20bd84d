import type { Static } from "typebox";
import { Blocked } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perResults } from "../../../contract/price.ts";
import { blockMarker } from "../block-marker.ts";
import { whereIs } from "../places/resolve.ts";
import type { BusinessRecord } from "./business-of.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import { openSearch } from "./open-search.ts";
import { MOST_PAGES, PAGE_SIZE } from "./pages.ts";
import { readSearch } from "./read-search.ts";
import { Business } from "./record.ts";
import { BusinessesSearch } from "./request.ts";

type Request = Static<typeof BusinessesSearch>;

/** The site shows no more of one search, however many it counts. */
const MOST_RESULTS = MOST_PAGES * PAGE_SIZE;

export default defineOperation({
  path: "/api/bizbureau/businesses/search",
  summary: "Businesses by keyword and location",
  description:
    "Business directory search by keyword and location, with optional rating, accreditation and radius filters. " +
    "A business at two addresses is two records. One search of the site holds at most 225 results.",
  price: perResults({ credits: 5, results: PAGE_SIZE }),
  request: BusinessesSearch,
  record: Business,
  maxResults: MOST_RESULTS,
  exampleRecord,
  examples: [
    { keyword: "plumber", count: 20 },
    { keyword: "roofing", count: 15, location: "Northdale, OH", rating: "A", accredited_only: true, radius: "25" },
  ],
  unavailableWhen: "the source knows no such place, or knows it in several states",

  async *run(request, site) {
    const where = await whereIs(request.location, site);
    if (where.kind === "place") site.report({ resolved: { location: where.place.text } });
    if (where.kind === "country" && request.radius) site.report({ warnings: ["radius_without_location"] });

    const { first, laterPages } = await openSearch(request, where, site);
    const { total } = first;
    site.report({ total, sourceLimited: total !== null && total > MOST_RESULTS });

    const seen = new Set<string>();
    yield* fresh(first.records, request, seen);
    let last = Math.min(first.totalPages, MOST_PAGES);
    for (let asked = 1; asked < last && seen.size < request.count; ) {
      const wanted = Math.min(last - asked, Math.ceil((request.count - seen.size) / PAGE_SIZE));
      for await (const page of laterPages(asked + 1, asked + wanted)) {
        yield* fresh(page.records, request, seen);
        last = Math.min(last, page.totalPages);
      }
      asked += wanted;
    }
  },

  *parse(answer, request, context) {
    const marker = blockMarker(answer);
    if (marker) throw new Blocked(marker);
    yield* fresh(readSearch(answer, context.origin).records, request, new Set());
  },
});

/**
 * What was asked for and not given before. Whether the site honours a filter in full is not known, so what comes
 * back is held against it once more.
 */
function* fresh(records: BusinessRecord[], request: Request, seen: Set<string>) {
  for (const record of records) {
    if (seen.has(record.id) || !fits(record, request)) continue;
    seen.add(record.id);
    yield record;
  }
}

function fits(record: BusinessRecord, { rating, accredited_only }: Request): boolean {
  if (rating && !record.bbb_rating?.startsWith(rating)) return false;
  return !accredited_only || record.is_accredited === true;
}
