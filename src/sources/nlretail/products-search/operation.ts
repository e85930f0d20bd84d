import { Blocked, Unreadable } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perResults } from "../../../contract/price.ts";
import type { Answer, Site } from "../../../contract/site.ts";
import { blockMarker } from "./block-marker.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import { type Form, LAST_PAGE, searchPage, searchPages } from "./pages.ts";
import { type ResultPage, readPage } from "./read-page.ts";
import { SearchProduct } from "./record.ts";
import { ProductsSearch } from "./request.ts";

export default defineOperation({
  path: "/api/nlretail/products/search",
  summary: "Product cards by keyword",
  description:
    "Product cards of a Dutch retailer for a search text, in the site's order. Sponsored cards are marked; a product that is listed twice is given once, as it came first.",
  price: perResults({ credits: 10, results: 20 }),
  request: ProductsSearch,
  record: SearchProduct,
  exampleRecord,
  examples: [
    { keyword: "koffiezetapparaat", count: 20 },
    { keyword: "draadloze koptelefoon", count: 48 },
  ],
  async *run({ keyword, count }, site) {
    const { page: first, form } = await firstPage(keyword, site);
    const seen = new Set<string>();
    let left = count;
    const fresh = (page: ResultPage) => {
      const records = page.records.filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, left);
      left -= records.length;
      return records;
    };
    yield* fresh(first);

    const last = Math.min(first.lastPage ?? LAST_PAGE, LAST_PAGE);
    const perPage = Math.max(1, first.records.filter((record) => !record.is_sponsored).length);
    // As many pages as the count should need, side by side; more where repeated products leave it short.
    for (let next = 2; next <= last && left > 0 && first.records.length > 0; ) {
      const end = Math.min(last, next + Math.ceil(left / perPage) - 1);
      for await (const page of site.readAll(searchPages(keyword, next, end, form), laterPage(site))) {
        const records = fresh(page);
        // Past the end, or the same page over again.
        if (records.length === 0) return;
        yield* records;
      }
      next = end + 1;
    }
  },
  *parse(answer, { count }, { origin }) {
    const marker = blockMarker(answer);
    if (marker) throw new Blocked(marker);
    yield* readPage(answer, origin).records.slice(0, count);
  },
});

/** The data route is the lighter one; where it is gone or speaks another language, the page itself is read. */
async function firstPage(keyword: string, site: Site): Promise<{ page: ResultPage; form: Form }> {
  const read = async (form: Form) => ({
    page: await site.read(searchPage(keyword, 1, form), (answer) => {
      if (answer.status !== 200) throw new Unreadable(`the search answered ${answer.status}`);
      return readPage(answer, site.origin);
    }),
    form,
  });
  try {
    return await read("data");
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return read("html");
  }
}

/** 404 means no more pages. */
const laterPage =
  (site: Site) =>
  (answer: Answer): ResultPage =>
    answer.status === 404 ? { records: [], lastPage: null } : readPage(answer, site.origin);
