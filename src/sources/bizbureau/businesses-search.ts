import type { Static } from "../../source-kit/record.ts";
import {
  countField,
  defineRequest,
  fedBy,
  flagField,
  oneOf,
  orNull,
  textField,
  timeoutField,
} from "../../source-kit/request.ts";
import { operation, pagesUntil, perResults } from "../../source-kit/source.ts";
import { openSearch } from "./open-search.ts";
import { LOOKUP, whereIs } from "./places.ts";
import { Business, type BusinessRecord, MAX_PAGES, PAGE_SIZE, readSearch, searchEcho } from "./search.ts";

export const ratings = ["A", "B", "C", "D", "F"] as const;
export const radii = ["5", "10", "25", "50", "100"] as const;

const BusinessesSearch = defineRequest("BizbureauBusinessesSearch", {
  keyword: textField({ description: "Search text.", minLength: 1, examples: ["plumber"] }),
  count: countField("Maximum number of records to return. The site shows at most 225 for one search."),
  timeout: timeoutField,
  location: fedBy(
    { operation: LOOKUP, field: "location" },
    textField({ description: "City and state, or ZIP code. Empty searches the whole country.", default: "" }),
  ),
  rating: orNull(oneOf(ratings, { description: "Letter grade; includes its plus and minus grades." })),
  accredited_only: flagField({ description: "Only accredited businesses.", default: false }),
  radius: orNull(oneOf(radii, { description: "Search radius in miles; needs a location." })),
});

export default operation({
  path: "/api/bizbureau/businesses/search",
  summary: "Businesses by keyword and location",
  description:
    "Business directory search by keyword and location, with optional rating, accreditation and radius filters. " +
    "A business with two addresses gives two records. The site shows at most 225 results for one search.",
  price: perResults({ credits: 5, results: PAGE_SIZE }),
  request: BusinessesSearch,
  record: Business,
  // The site shows no more of one search, however many results it counts.
  maxResults: MAX_PAGES * PAGE_SIZE,
  echo: searchEcho,
  pageSize: PAGE_SIZE,
  // The site's default order is not stable: businesses move between pages.
  accounting: { repeated: 0.3 },
  examples: [
    { keyword: "plumber", count: 20 },
    { keyword: "roofing", count: 15, location: "Northdale, OH", rating: "A", accredited_only: true, radius: "25" },
  ],
  warnings: { radius_without_location: "`radius` had no effect: it needs a `location`." },
  unavailableWhen: "the source does not know the place, or knows it in several states",

  async *run(request, site) {
    const where = await whereIs(request.location, site);
    if (where.kind === "place") site.report({ resolved: { location: where.place.text } });
    if (where.kind === "country" && request.radius) site.report({ warnings: ["radius_without_location"] });

    yield* pagesUntil(site, {
      ...(await openSearch(request, where, site)),
      maxPages: MAX_PAGES,
      keep: (record) => fits(record, request),
    });
  },

  read: (answer, _request, { origin }) => readSearch(answer, origin).page,
  keep: fits,
});

/** It is not known whether the site applies a filter fully, so results are filtered again. */
function fits(record: BusinessRecord, { rating, accredited_only }: Static<typeof BusinessesSearch>): boolean | null {
  const isGraded = rating ? (record.bbb_rating?.startsWith(rating) ?? null) : true;
  const isAccredited = accredited_only ? record.is_accredited : true;
  return isGraded && isAccredited;
}
