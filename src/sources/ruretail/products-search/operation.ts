import { notMeant, ruleBroken, SourceError, Unreadable } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { flat } from "../../../contract/price.ts";
import type { Answer, Site } from "../../../contract/site.ts";
import { brandIdsIn, checkApplied } from "./applied.ts";
import { type City, isCity } from "./city.ts";
import exampleRecord from "./example-record.json" with { type: "json" };
import type { Listing, ProductRecord, Reading } from "./listing.ts";
import { readAnswer } from "./read-answer.ts";
import { readCity } from "./read-page.ts";
import { Product } from "./record.ts";
import { DEFAULT_CITY, ProductsSearch } from "./request.ts";
import { brandId, facetOf, PER_PAGE, type SearchRequest, searchPage, shopPage } from "./search-request.ts";

const CITY_FORM = /^[\w.-]+(:[\w.-]+)?$/;
const A_DAY = 86_400;
/** Pages asked for before it is seen what they gave; more than manners let in flight at once. */
const PAGES_AHEAD = 12;

export default defineOperation({
  path: "/api/ruretail/products/search",
  summary: "Product cards of an electronics retailer by keyword, for one city",
  description:
    "Searches a Russian electronics retailer and returns its product cards with price, loyalty price, discount, " +
    "rating, stock, pickup days, labels and key properties, as they are in one city. Filters that the site does " +
    "not apply are refused rather than ignored.",
  price: flat(1),
  request: ProductsSearch,
  record: Product,
  exampleRecord,
  examples: [
    { query: "ноутбук", count: 20 },
    { query: "смартфон", count: 10, city: "spb_cl", sort: "price_asc", min_rating: "4.5", availability: ["pickup"] },
  ],
  unavailableWhen: "the source's search returned no result container",
  check,
  run,
  parse(answer, request, context) {
    const listing = readAnswer(answer, readingOf(request, context.origin, context.now()));
    const asksAnotherCity = request.city !== DEFAULT_CITY;
    if (asksAnotherCity && listing.city !== null) checkCity(request, listing.city);
    if (listing.groups !== null) checkApplied(request, listing, brandIdsIn(listing, request.brands));
    return listing.records.slice(0, request.count);
  },
});

function check(request: SearchRequest): void {
  const unknown = request.filters.find((entry) => facetOf(entry) === null);
  if (unknown !== undefined) {
    throw notMeant(`filters: each entry must be "<group id>:<option id>", which ${JSON.stringify(unknown)} is not.`);
  }
  if (!CITY_FORM.test(request.city)) throw unknownCity(request);
  const blank = request.brands.findIndex((brand) => brandId(brand) === "");
  if (blank >= 0) throw ruleBroken({ loc: ["brands", blank], msg: "a brand has a name", input: request.brands[blank] });
  const { price_min: min, price_max: max } = request;
  if (min !== null && max !== null && min > max) {
    throw ruleBroken({ loc: ["price_max"], msg: "price_max must not be below price_min", input: max });
  }
}

async function* run(request: SearchRequest, site: Site): AsyncGenerator<ProductRecord, void, undefined> {
  const reader = (answer: Answer) => priced(readAnswer(answer, readingOf(request, site.origin, site.now())));
  const asked = request.brands.map(brandId);
  const ask = (ids: string[]) => site.read(searchPage(request, site.origin, 1, ids), reader);
  const [city, answered] = await Promise.all([takenCity(request, site), ask(asked)]);
  const brandIds = brandIdsIn(answered, request.brands);
  const first = brandIds.every((id, index) => id === asked[index]) ? answered : await ask(brandIds);
  checkApplied(request, first, brandIds);
  const name = (city ?? first.city)?.name ?? null;
  const given = new Set<string>();
  const fresh = (listing: Listing) =>
    listing.records
      .filter(({ id }) => !given.has(id) && given.add(id))
      .map((record) => ({ ...record, city_name: name }));
  yield* fresh(first);
  const pages = first.totalPages ?? (first.records.length < PER_PAGE ? 1 : Number.POSITIVE_INFINITY);
  for (let next = 2; given.size < request.count && next <= pages; ) {
    const before = given.size;
    const last = Math.min(pages, next - 1 + Math.min(PAGES_AHEAD, Math.ceil((request.count - before) / PER_PAGE)));
    const requests = range(next, last).map((page) => searchPage(request, site.origin, page, brandIds));
    for await (const listing of site.readAll(requests, reader)) yield* fresh(listing);
    // Products may move to a later page between two requests; where the end is not known, nothing new is the end.
    if (given.size === before && pages === Number.POSITIVE_INFINITY) return;
    next = last + 1;
  }
}

/** Goods that are not sold now have no price; where those that are have none either, the price was not understood. */
function priced(listing: Listing): Listing {
  const sold = listing.records.filter((record) => record.is_available);
  if (sold.length > 0 && sold.every(({ price }) => price === null)) throw new Unreadable("no price on what is sold");
  return listing;
}

const readingOf = (request: SearchRequest, origin: string, now: number): Reading => ({
  origin,
  now,
  city: request.city,
  withImages: request.with_images,
});

/**
 * The city that the site took for the code, which a page of the shop says: for a code it does not know it takes
 * another. Null where no page could be had; the search itself does not hang on it.
 */
async function takenCity(request: SearchRequest, site: Site): Promise<City | null> {
  const key = `city:${request.city}`;
  const known = site.memory.get<City>(key);
  if (known) return known;
  let city: City | null;
  try {
    city = await site.read(shopPage(request), (answer) => readCity(answer.text()));
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
  if (city === null) return null;
  checkCity(request, city);
  site.memory.set(key, city, A_DAY);
  return city;
}

function checkCity(request: SearchRequest, city: City): void {
  if (!isCity(city, request.city)) throw unknownCity(request);
}

const unknownCity = (request: SearchRequest) =>
  ruleBroken({ loc: ["city"], msg: "the site knows no such city", input: request.city });

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
