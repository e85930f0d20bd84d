/**
 * Every id that the site's search is asked with, in one place: put one right here and the request and the check of
 * what was applied follow. `basis` says how far an id is to be believed:
 * - `seen`: in a saved answer of the site;
 * - `used`: in the requests of public code that reads the site;
 * - `inferred`: made after the pattern of the others, and never seen. The site's answer tells: an id that it does
 *   not know is not selected in it, and the caller gets a 422 instead of records of another question.
 */
export interface FilterId {
  id: string;
  basis: "seen" | "used" | "inferred";
}

const seen = (id: string): FilterId => ({ id, basis: "seen" });
const inferred = (id: string): FilterId => ({ id, basis: "inferred" });

export const availabilityIds = {
  pickup: seen("available.all"),
  pickup_now: seen("available.instore"),
  delivery: seen("available.delivery"),
};

export const statusIds = {
  on_sale: seen("ms_action"),
  installment: seen("ms_installment"),
  new: seen("ms_new"),
  hit: inferred("ms_hit"),
  sale: inferred("ms_sale"),
  clearance: inferred("ms_clearance"),
};

export const ratingIds = {
  "3.0": seen("rating.3.0"),
  "3.5": seen("rating.3.5"),
  "4.0": seen("rating.4.0"),
  "4.5": seen("rating.4.5"),
};

export const discountIds = {
  "5": seen("discount.price1_5"),
  "10": seen("discount.price1_10"),
  "20": seen("discount.price1_20"),
  "35": seen("discount.price1_35"),
};

/** What the site's own pages send where a radio group is left alone. */
export const anyRating: FilterId = seen("rating.any");
export const anyDiscount: FilterId = seen("discount.any");

/** The groups that every search has; the brand's and the facets' ids hold the id of a category. */
export const groupIds = {
  price: "price_filter_group_id",
  availability: "availability_filter_group_id",
  status: "marketing_status_filter_group_id",
  discount: "discount_filter_group_id",
  rating: "rating_filter_group_id",
} as const;

export const BRAND_GROUP_NAME = "Бренд";

interface SortId {
  id: string;
  direction: "SORT_DIRECTION_ASC" | "SORT_DIRECTION_DESC";
  basis: FilterId["basis"];
}

/** The search page's own orders and their directions; public code has sent the default and `price` by this form. */
export const sortIds = {
  relevance: { id: "", direction: "SORT_DIRECTION_DESC", basis: "used" },
  price_asc: { id: "price", direction: "SORT_DIRECTION_ASC", basis: "used" },
  price_desc: { id: "price", direction: "SORT_DIRECTION_DESC", basis: "seen" },
  discount: { id: "discount", direction: "SORT_DIRECTION_DESC", basis: "seen" },
  rating: { id: "rating", direction: "SORT_DIRECTION_DESC", basis: "seen" },
  opinions: { id: "opinions", direction: "SORT_DIRECTION_DESC", basis: "seen" },
  reviews: { id: "reviews", direction: "SORT_DIRECTION_DESC", basis: "seen" },
} as const satisfies Record<string, SortId>;

const OPEN_END = 99_999_999;

/**
 * The form of a price range in a condition was never seen; this is the one of the page's address
 * (`r=price_filter_group_id:<min>-<max>`, seen) in the two fields that a condition is known to have.
 */
export const priceRange = (min: number | null, max: number | null): string => `${min ?? 0}-${max ?? OPEN_END}`;
