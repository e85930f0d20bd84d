/**
 * The query text. The fields are those that the site's own pages ask for, and no more: the site refuses a whole
 * query over one field it does not know.
 */
export const searchQuery = (imagesField: string, withGroups: boolean): string => `
query GetFullSearchProductsFilter($fullSearchProductsFilterInput: CatalogFilter_FullSearchFilterInput!) {
  fullSearchFilter(filter: $fullSearchProductsFilterInput) {
    record {
      __typename
      products { ...Snippet }
      ${withGroups ? "groups { ...Group }" : ""}
      pageInfo { hasNextPage hasPreviousPage perPage page totalItems totalPages }
    }
    error {
      ... on CatalogFilter_ProductsFilterInternalError { __typename message }
      ... on CatalogFilter_ProductsFilterIncorrectArgumentsError { __typename message }
    }
  }
}
fragment Snippet on Catalog_Product {
  id name shortName slug isAvailable
  images { ${imagesField} { sources { url size } } discount { sources { url size } } }
  price { current old club clubPriceViewType discount { percent } bonusPoints sbpBonus isFairPrice }
  category { id name slug }
  brand { id name slug }
  multiplicity quantityInPackageFromSupplier
  recommendations { hasAnalogProducts }
  accessMode
  labels { id type title target { action { id } url } expirationTime }
  delivery { self { availabilityByDays { deliveryTime storeCount } } }
  stock { countInStores maxCountInStock }
  propertiesShort { name value measure }
  rating
  counters { opinions reviews }
}
${withGroups ? GROUP : ""}`;

/** What can be filtered by, and what is. A page after the first need not say it again. */
const GROUP = `
fragment Group on CatalogFilter_FilterGroup {
  id name
  filter {
    ... on CatalogFilter_ListFilter {
      __typename logic
      filters { id isSelected name total childGroups { id name filter { ...Inner } } }
    }
    ... on CatalogFilter_RangeFilter { __typename fromValue toValue minValue maxValue }
  }
}
fragment Inner on CatalogFilter_Filter {
  ... on CatalogFilter_ListFilter { __typename filters { id isSelected name total } }
}`;

/**
 * The list of the shop's own pictures goes by the shop's name on the wire; that name is the one of its address, so
 * it is taken from there.
 */
export function imagesField(origin: string): string {
  const labels = new URL(origin).hostname.split(".");
  const name = labels.length > 1 ? (labels.at(-2) ?? "") : "";
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : "retailer";
}
