import type { Static } from "typebox";
import { defineOperation } from "../../../contract/operation.ts";
import { perResults } from "../../../contract/price.ts";
import { pagesUntil } from "../../../source-kit/pages-until.ts";
import { whereIs } from "../places/resolve.ts";
import type { BusinessRecord } from "./business-of.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import { openSearch } from "./open-search.ts";
import { MOST_PAGES, PAGE_SIZE } from "./pages.ts";
import { readSearch } from "./read-search.ts";
import { Business } from "./record.ts";
import { BusinessesSearch } from "./request.ts";

export default defineOperation({
  path: "/api/bizbureau/businesses/search",
  summary: "Businesses by keyword and location",
  description:
    "Business directory search by keyword and location, with optional rating, accreditation and radius filters. " +
    "A business with two addresses gives two records. The site shows at most 225 results for one search.",
  price: perResults({ credits: 5, results: PAGE_SIZE }),
  request: BusinessesSearch,
  record: Business,
  // The site shows no more of one search, however many it counts.
  maxResults: MOST_PAGES * PAGE_SIZE,
  // The site's usual order is not stable: businesses move between pages.
  accounting: { repeated: 0.3 },
  exampleRecord,
  examples: [
    { keyword: "plumber", count: 20 },
    { keyword: "roofing", count: 15, location: "Northdale, OH", rating: "A", accredited_only: true, radius: "25" },
  ],
  warnings: ["radius_without_location"],
  unavailableWhen: "the source does not know the place, or knows it in several states",

  async *run(request, site) {
    const where = await whereIs(request.location, site);
    if (where.kind === "place") site.report({ resolved: { location: where.place.text } });
    if (where.kind === "country" && request.radius) site.report({ warnings: ["radius_without_location"] });

    yield* pagesUntil(site, {
      ...(await openSearch(request, where, site)),
      mostPages: MOST_PAGES,
      keep: (record) => fits(record, request),
    });
  },

  parse: (answer, request, { origin }) => readSearch(answer, origin).page.keeping((record) => fits(record, request)),
});

/** Whether the site honours a filter in full is not known: what comes back is held against it once more. */
function fits(record: BusinessRecord, { rating, accredited_only }: Static<typeof BusinessesSearch>): boolean {
  if (rating && !record.bbb_rating?.startsWith(rating)) return false;
  return !accredited_only || record.is_accredited === true;
}
