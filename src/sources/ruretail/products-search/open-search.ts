import { Unreadable } from "../../../contract/errors.ts";
import type { Answer, Site, SiteRequest } from "../../../contract/site.ts";
import { looksLikeJson } from "../../../source-kit/json.ts";
import { A_DAY } from "../../../source-kit/remembered.ts";
import { brandIdsIn, checkApplied } from "./applied.ts";
import { checkSort } from "./echo.ts";
import type { Listing, Reading } from "./listing.ts";
import { readAnswer } from "./read-answer.ts";
import type { QueryDocument } from "./search-query.ts";
import { brandId, type SearchRequest, searchPage } from "./search-request.ts";

export interface OpenSearch {
  first: Listing;
  request(page: number): SiteRequest;
  read(answer: Answer): Listing;
}

const DOCUMENT = "the document that the site takes";

/** The first page, of which the site says that it applied all that was asked for, and how to go on. */
export async function openSearch(request: SearchRequest, site: Site): Promise<OpenSearch> {
  const read = (answer: Answer) => priced(readAnswer(answer, readingOf(request, site.origin, site.now())));
  let document: QueryDocument = site.memory.get<QueryDocument>(DOCUMENT) ?? "rich";
  const page = (number: number, ids: string[]) =>
    searchPage(request, site.origin, { page: number, brandIds: ids, document });

  const ask = async (ids: string[]): Promise<Listing> => {
    if (document === "plain") return site.read(page(1, ids), read);
    const rich = await site.read(page(1, ids), (answer) => (isRefusedQuery(answer) ? null : read(answer)));
    if (rich) return rich;
    document = "plain";
    site.memory.set(DOCUMENT, document, A_DAY);
    return site.read(page(1, ids), read);
  };

  const asked = request.brands.map(brandId);
  const answered = await ask(asked);
  const brandIds = brandIdsIn(answered, request.brands);
  const first = brandIds.every((id, index) => id === asked[index]) ? answered : await ask(brandIds);
  checkApplied(request, first, brandIds);
  checkSort(request.sort, first);
  return { first, read, request: (number) => page(number, brandIds) };
}

/** A field that the site does not know makes it refuse the whole query. */
const isRefusedQuery = (answer: Answer): boolean => answer.status === 400 && looksLikeJson(answer);

/** Goods that are not sold now have no price; where those that are have none either, the price was not understood. */
function priced(listing: Listing): Listing {
  const sold = listing.page.records.filter((record) => record.is_available);
  if (sold.length > 0 && sold.every(({ price }) => price === null)) throw new Unreadable("no price on what is sold");
  return listing;
}

export const readingOf = (request: SearchRequest, origin: string, now: number): Reading => ({
  origin,
  now,
  city: request.city,
  withImages: request.with_images,
});
