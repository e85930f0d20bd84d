/**
 * The query text, in two documents. The site refuses a whole query over one type or field that it does not know, so
 * the plain one has only what was seen in its answers, and types by name only where a list must be told from a range.
 * The rich one adds what one public document of another operation asks of a product.
 */
export type QueryDocument = "rich" | "plain";

export const searchQuery = (imagesField: string, document: QueryDocument, withGroups: boolean): string => `
query GetFullSearchProductsFilter($fullSearchProductsFilterInput: CatalogFilter_FullSearchFilterInput!) {
  fullSearchFilter(filter: $fullSearchProductsFilterInput) {
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

/** What can be filtered by, and what is. A page after the first need not say it again. */
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

/**
 * The list of the shop's own pictures goes by the shop's name on the wire; that name is the one of its address, so
 * it is taken from there.
 */
export function imagesField(origin: string): string {
  const labels = new URL(origin).hostname.split(".");
  const name = labels.length > 1 ? (labels.at(-2) ?? "") : "";
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : "retailer";
}
