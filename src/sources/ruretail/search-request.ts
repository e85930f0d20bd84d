import { asking, defineEcho, type SiteRequest, wants } from "../../source-kit/source.ts";
import { type AnswerName, answerName, named } from "./answer-name.ts";
import { chosenIn, type SearchRequest, sortIds } from "./request.ts";

export const PER_PAGE = 48;

/** The site's id of a brand is its name in lower case, with blanks (seen: `amazfit`, and one of two words). */
export const brandId = (brand: string): string => brand.trim().replace(/\s+/g, " ").toLowerCase();

/** One entry of `filters`; null if it is not `<group id>:<option id>`. */
export function parseFacet(entry: string): { group: string; option: string } | null {
  const [, group, option] = /^\s*([^\s:]+)\s*:\s*(\S(?:.*\S)?)\s*$/.exec(entry) ?? [];
  return group === undefined || option === undefined ? null : { group, option };
}

interface PageAsked {
  page: number;
  /** The brands, with the ids that the site itself uses. */
  brandIds: string[];
  document: QueryDocument;
}

const NAMED = "The site does not repeat it, but gives its answer the name that Winnow asks for: it contains";
const isSame = (stated: string, asked: string) => stated === asked;

export const searchEcho = defineEcho({
  query: { says: "search text", words: `${NAMED} it.`, same: isSame },
  answer: {
    fields: "city sort price_min price_max availability status min_rating min_discount brands filters".split(" "),
    says: "digest of city, order and filters",
    words: `${NAMED} a digest of these fields.`,
    same: isSame,
  },
  page: { says: "page number" },
  with_images: "Not part of the search: Winnow leaves the pictures out.",
});

/** One page of the search. */
export function searchPage(
  request: SearchRequest,
  origin: string,
  { page, brandIds, document }: PageAsked,
): SiteRequest {
  const { id, direction } = sortIds[request.sort];
  const search = {
    categoryId: "0",
    conditions: conditions(request, brandIds),
    sorting: { id, direction },
    searchText: request.query,
    popularitySegmentId: "THREE",
  };
  const name = answerName(request.query, [request.city, search]);
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
      query: searchQuery(imagesField(origin), document, page === 1, name),
      variables: { fullSearchProductsFilterInput: { ...search, pagination: { page, perPage: PER_PAGE } } },
    }),
    asks: asking(searchEcho, { query: name.text, answer: name.rest }),
    page,
  };
}

/** The search as a page of the shop: its shell states which city the site used. */
export const shopPage = (request: SearchRequest): SiteRequest => ({
  path: shopPath(request.query),
  headers: cityHeaders(request.city),
  lasting: true,
});

const shopPath = (query: string): string => `/search/?${new URLSearchParams({ text: query })}`;

const cityHeaders = (city: string) => ({ cookie: `_space=${encodeURIComponent(city)}`, "X-CityId": city });

/** All list filters go in one condition, whatever their group; a range goes under its group. */
function conditions(request: SearchRequest, brandIds: string[]): Array<{ filterGroupId: string; filterIds: string[] }> {
  const { price_min: min, price_max: max } = request;
  const listed = [
    ...chosenIn(request).map(({ id }) => id),
    ...brandIds,
    ...request.filters.flatMap((entry) => parseFacet(entry)?.option ?? []),
  ];
  return [
    { filterGroupId: "", filterIds: [...new Set(listed)] },
    ...(min === null && max === null ? [] : [{ filterGroupId: PRICE_GROUP, filterIds: [priceRange(min, max)] }]),
  ];
}

/** The group of the price, which every search has; group ids of brands and facets contain a category id. */
export const PRICE_GROUP = "price_filter_group_id";
const OPEN_END = 99_999_999;

/**
 * The form of a price range in a condition was never seen. This is the form of the page's address
 * (`r=price_filter_group_id:<min>-<max>`, seen), in the two known fields of a condition.
 */
export const priceRange = (min: number | null, max: number | null): string => `${min ?? 0}-${max ?? OPEN_END}`;

/**
 * The query text, in two documents. The site rejects a whole query because of one unknown type or field, so the plain one
 * has only what was seen in responses, and names types only to distinguish a list from a range. The rich one adds product
 * fields from a published document of another operation.
 */
export type QueryDocument = "rich" | "plain";

export const searchQuery = (
  imagesField: string,
  document: QueryDocument,
  withGroups: boolean,
  name: AnswerName,
): string => `
query GetFullSearchProductsFilter($fullSearchProductsFilterInput: CatalogFilter_FullSearchFilterInput!) {
  ${named("fullSearchFilter", name)}(filter: $fullSearchProductsFilterInput) {
    record {
      __typename
      products { ${productFields(imagesField, document === "rich")} }
      ${withGroups ? `groups { ${GROUP} } sortings { ${SORTING} }` : ""}
      pageInfo { hasNextPage hasPreviousPage perPage page totalItems totalPages }
    }
    error {
      ... on CatalogFilter_ProductsFilterInternalError { __typename message }
      ... on CatalogFilter_ProductsFilterIncorrectArgumentsError { __typename message }
    }
  }
}`;

const productFields = (imagesField: string, isRich: boolean): string => {
  const rich = (fields: string) => (isRich ? fields : "");
  return `
        id name shortName slug isAvailable
        images { ${imagesField} { sources { url size } } ${rich("discount { sources { url size } }")} }
        price { current old club clubPriceViewType discount { percent } ${rich("bonusPoints isFairPrice")} }
        category { id name ${rich("slug")} }
        brand { name ${rich("id slug")} }
        multiplicity quantityInPackageFromSupplier
        labels { id type title target { action { id } url } expirationTime }
        delivery { self { availabilityByDays { deliveryTime storeCount } } }
        stock { countInStores maxCountInStock }
        propertiesShort { name value ${rich("measure")} }
        ${rich("propertiesGroup { name properties { name value measure } }")}
        rating
        counters { opinions reviews }
      `;
};

const FILTERS = "id isSelected name total";

/** The available and applied filters. A page after the first need not repeat them. */
const GROUP = `
        id name
        filter {
          ... on CatalogFilter_ListFilter {
            __typename logic
            filters { ${FILTERS} childGroups { id name filter {
              ... on CatalogFilter_ListFilter { __typename filters { ${FILTERS} } }
            } } }
          }
          ... on CatalogFilter_RangeFilter { __typename fromValue toValue minValue maxValue unit }
        }
      `;

const SORTING = "id name slug directions { id isSelected name slug isDefault }";

/** The list of the shop's own pictures has the shop's name on the wire; it equals the host name, so it is taken from there. */
export function imagesField(origin: string): string {
  const labels = new URL(origin).hostname.split(".");
  const name = labels.length > 1 ? (labels.at(-2) ?? "") : "";
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : "retailer";
}
