import type { Static } from "typebox";
import type { SiteRequest } from "../../../contract/site.ts";
import { wants } from "../../../source-kit/headers.ts";
import {
  anyDiscount,
  anyRating,
  availabilityIds,
  discountIds,
  groupIds,
  priceRange,
  ratingIds,
  sortIds,
  statusIds,
} from "./filter-ids.ts";
import type { ProductsSearch } from "./request.ts";
import { imagesField, type QueryDocument, searchQuery } from "./search-query.ts";

export type SearchRequest = Static<typeof ProductsSearch>;

export const PER_PAGE = 48;

/** The site's id of a brand is its name in small letters, blanks and all (seen: `amazfit`, and one of two words). */
export const brandId = (brand: string): string => brand.trim().replace(/\s+/g, " ").toLowerCase();

/** The site's own name of one of the facets asked for. */
export interface Facet {
  group: string;
  option: string;
}

/** One entry of `filters`, or null where it is not `<group id>:<option id>`. */
export function facetOf(entry: string): Facet | null {
  const [, group, option] = /^\s*([^\s:]+)\s*:\s*(\S(?:.*\S)?)\s*$/.exec(entry) ?? [];
  return group === undefined || option === undefined ? null : { group, option };
}

export interface PageAsked {
  page: number;
  /** The brands under the ids that the site itself gives them. */
  brandIds: string[];
  document: QueryDocument;
}

/** One page of the search. */
export function searchPage(
  request: SearchRequest,
  origin: string,
  { page, brandIds, document }: PageAsked,
): SiteRequest {
  const { id, direction } = sortIds[request.sort];
  const input = {
    categoryId: "0",
    pagination: { page, perPage: PER_PAGE },
    conditions: conditions(request, brandIds),
    sorting: { id, direction },
    searchText: request.query,
    popularitySegmentId: "THREE",
  };
  return {
    path: "/graphql/",
    method: "POST",
    headers: {
      ...cityHeaders(request.city),
      "content-type": "application/json",
      ...wants.anything,
      origin,
      referer: new URL(shopPath(request.query), origin).href,
    },
    body: JSON.stringify({
      query: searchQuery(imagesField(origin), document, page === 1),
      variables: { fullSearchProductsFilterInput: input },
    }),
  };
}

/** The search as a page of the shop: its shell says which city the site took. */
export const shopPage = (request: SearchRequest): SiteRequest => ({
  path: shopPath(request.query),
  headers: cityHeaders(request.city),
  lasting: true,
});

const shopPath = (query: string): string => `/search/?${new URLSearchParams({ text: query })}`;

const cityHeaders = (city: string) => ({ cookie: `_space=${encodeURIComponent(city)}`, "X-CityId": city });

/** Every list filter goes in one condition, whatever its group; a range goes under its group. */
function conditions(request: SearchRequest, brandIds: string[]): Array<{ filterGroupId: string; filterIds: string[] }> {
  const { price_min: min, price_max: max } = request;
  const listed = [
    ...request.availability.map((value) => availabilityIds[value].id),
    ...request.status.map((value) => statusIds[value].id),
    (request.min_discount === null ? anyDiscount : discountIds[request.min_discount]).id,
    (request.min_rating === null ? anyRating : ratingIds[request.min_rating]).id,
    ...brandIds,
    ...request.filters.flatMap((entry) => facetOf(entry)?.option ?? []),
  ];
  return [
    { filterGroupId: "", filterIds: [...new Set(listed)] },
    ...(min === null && max === null ? [] : [{ filterGroupId: groupIds.price, filterIds: [priceRange(min, max)] }]),
  ];
}
