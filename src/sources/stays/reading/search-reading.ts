import type { Page } from "../../../source-kit/source.ts";
import type { HotelCardRecord } from "./hotel-card.ts";
import type { SiteFilters } from "./site-filters.ts";

/** Values that the reader takes from the request if the response lacks them. */
export interface Requested {
  checkin: string | null;
  checkout: string | null;
  currency: string;
}

/** The parsed search response. */
export interface SearchReading {
  /** Its `echo` is the search that the response says it is for. */
  page: Page<HotelCardRecord>;
  /** Read on demand: most pages are not asked for it. */
  filters(): SiteFilters | null;
}
