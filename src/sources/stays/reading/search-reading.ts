import type { Page } from "../../../source-kit/source.ts";
import type { HotelCardRecord } from "./hotel-card.ts";
import type { StayDates } from "./search-block.ts";
import type { SiteFilters } from "./site-filters.ts";

/** What the reader takes from the request where the answer is silent. */
export interface Asked {
  checkin: string | null;
  checkout: string | null;
  currency: string;
}

/** One search answer, read. */
export interface SearchReading {
  /** Its size is how far one page is from the next: what the site says, or what it sent where that is less. */
  page: Page<HotelCardRecord>;
  /** What the answer says it is for; null where it does not say. */
  echo: {
    language: string | null;
    currency: string | null;
    offset: number | null;
    /** Undefined where the answer has no place for dates. */
    dates: StayDates | null | undefined;
    sorters: string[];
    adults: number | null;
    rooms: number | null;
    children: number | null;
  };
  /** Read only when somebody asks: most pages are not asked. */
  filters(): SiteFilters | null;
}
