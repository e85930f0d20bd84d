import type { Page } from "../../../source-kit/source.ts";
import type { HotelCardRecord } from "./hotel-card.ts";
import type { StayDates } from "./search-block.ts";
import type { SiteFilters } from "./site-filters.ts";

/** Values that the reader takes from the request if the response lacks them. */
export interface Requested {
  checkin: string | null;
  checkout: string | null;
  currency: string;
}

/** The parsed search response. */
export interface SearchReading {
  /** Its size is the step from one page to the next: the site's stated size, or the number of rows if that is less. */
  page: Page<HotelCardRecord>;
  /** The search that the response says it is for; null if it does not. */
  echo: {
    language: string | null;
    currency: string | null;
    offset: number | null;
    /** Undefined if the response has no field for dates. */
    dates: StayDates | null | undefined;
    sorters: string[];
    adults: number | null;
    rooms: number | null;
    children: number | null;
  };
  /** Read on demand: most pages are not asked for it. */
  filters(): SiteFilters | null;
}
