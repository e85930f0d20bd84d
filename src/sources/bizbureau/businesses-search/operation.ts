import type { Static } from "typebox";
import { Blocked } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perResults } from "../../../contract/price.ts";
import type { Answer, Site } from "../../../contract/site.ts";
import { blockMarker } from "../block-marker.ts";
import type { BusinessRecord } from "./business-of.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import { type Form, MOST_PAGES, PAGE_SIZE, searchPage } from "./pages.ts";
import { readSearch } from "./read-search.ts";
import { Business } from "./record.ts";
import { BusinessesSearch } from "./request.ts";

type Search = Static<typeof BusinessesSearch>;

export default defineOperation({
  path: "/api/bizbureau/businesses/search",
  summary: "Businesses by keyword and location",
  description:
    "Business directory search by keyword and location, with optional rating, accreditation and radius filters. " +
    "A business at two addresses is two records. One search of the site holds at most 225 results.",
  price: perResults({ credits: 5, results: PAGE_SIZE }),
  request: BusinessesSearch,
  record: Business,
  exampleRecord,
  examples: [
    { keyword: "plumber", count: 20 },
    { keyword: "roofing", count: 15, location: "Northdale, OH", rating: "A", accredited_only: true, radius: "25" },
  ],

  async *run(request, site) {
    const seen = new Set<string>();
    const { first, form } = await firstPage(request, site);
    yield* fresh(first.records, request, seen);

    let last = Math.min(first.totalPages, MOST_PAGES);
    for (let asked = 1; asked < last && seen.size < request.count; ) {
      const wanted = Math.min(last - asked, Math.ceil((request.count - seen.size) / PAGE_SIZE));
      const pages = Array.from({ length: wanted }, (_, index) => searchPage(request, asked + 1 + index, form));
      for await (const page of site.readAll(pages, (answer) => readSearch(answer, site.origin))) {
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

/** Where the JSON search is walled off, the page that embeds it may not be. */
async function firstPage(request: Search, site: Site) {
  const read = async (form: Form) => ({
    form,
    first: await site.read(searchPage(request, 1, form), (answer: Answer) => readSearch(answer, site.origin)),
  });
  try {
    return await read("/api/search");
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    return read("/search");
  }
}

/**
 * What was asked for and not given before. Whether the site honours a filter in full is not known, so what comes
 * back is held against it once more.
 */
function* fresh(records: BusinessRecord[], request: Search, seen: Set<string>) {
  for (const record of records) {
    if (seen.has(record.id) || !fits(record, request)) continue;
    seen.add(record.id);
    yield record;
  }
}

function fits(record: BusinessRecord, { rating, accredited_only }: Search): boolean {
  if (rating && !record.bbb_rating?.startsWith(rating)) return false;
  return !accredited_only || record.is_accredited === true;
}
