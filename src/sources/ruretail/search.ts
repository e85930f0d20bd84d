import { looksLikeJson, parseJson } from "../../source-kit/json.ts";
import {
  A_DAY,
  type Answer,
  instead,
  remembered,
  type Site,
  SourceError,
  Unreadable,
} from "../../source-kit/source.ts";
import { type City, checkCity, isCity, knownCities } from "./cities.ts";
import { brandIdsIn, checkApplied, checkSort } from "./filters.ts";
import { type Listing, readGraphql } from "./graphql.ts";
import { readCity, readPage } from "./page.ts";
import type { Reading } from "./product.ts";
import type { SearchRequest } from "./request.ts";
import { brandId, type QueryDocument, searchPage, shopPage } from "./search-request.ts";

/** Reads a response in any of the site's forms. */
export function readAnswer(answer: Answer, reading: Reading): Listing {
  const text = answer.text().trimStart();
  if (text.startsWith("{") || text.startsWith("[")) return readGraphql(parseJson(text), reading);
  if (text.startsWith("<")) return readPage(text, reading);
  throw new Unreadable("neither JSON nor a page");
}

/**
 * The city that the site used for the code, from a page of the shop. Null if no page could be read; the search itself does
 * not depend on it.
 */
export const appliedCity = (request: SearchRequest, site: Site): Promise<City | null> =>
  remembered(site, `city:${request.city}`, async () => {
    const page = site.read(shopPage(request), (answer) => readCity(answer.text()));
    const city = await page.catch(instead(SourceError, () => null));
    if (city && !isCity(city, request.city)) checkCity(request.city, city, await knownCities(site));
    return city;
  });

const DOCUMENT = "the document that the site takes";

/** The first page, confirmed to have all filters applied, and how to continue. */
export async function openSearch(request: SearchRequest, site: Site) {
  const read = (answer: Answer) => priced(readAnswer(answer, searchReading(request, site.origin, site.now())));
  let document: QueryDocument = site.memory.get<QueryDocument>(DOCUMENT) ?? "rich";
  const page = (number: number, ids: string[]) =>
    searchPage(request, site.origin, { page: number, brandIds: ids, document });

  const ask = async (ids: string[]): Promise<Listing> => {
    if (document === "plain") {
      site.fellBack("rich-query");
      return site.read(page(1, ids), read);
    }
    const rich = await site.read(page(1, ids), (answer) => (isRefusedQuery(answer) ? null : read(answer)));
    if (rich) return rich;
    document = "plain";
    site.memory.set(DOCUMENT, document, A_DAY);
    return ask(ids);
  };

  const requested = request.brands.map(brandId);
  const answered = await ask(requested);
  const brandIds = brandIdsIn(answered, request.brands);
  const first = brandIds.every((id, index) => id === requested[index]) ? answered : await ask(brandIds);
  checkApplied(request, first, brandIds);
  checkSort(request.sort, first);
  return { first, read, request: (number: number) => page(number, brandIds) };
}

/** The site rejects a whole query because of one unknown field. */
const isRefusedQuery = (answer: Answer): boolean => answer.status === 400 && looksLikeJson(answer);

/** Goods that are not on sale have no price; if those on sale have none either, the price was not understood. */
function priced(listing: Listing): Listing {
  const sold = listing.page.records.filter((record) => record.is_available);
  if (sold.length > 0 && sold.every(({ price }) => price === null)) throw new Unreadable("no price on goods for sale");
  return listing;
}

export const searchReading = (request: SearchRequest, origin: string, now: number): Reading => ({
  origin,
  now,
  city: request.city,
  withImages: request.with_images,
});
