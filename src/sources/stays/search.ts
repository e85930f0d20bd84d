import type { CodedFilter } from "./filters/requested-filters.ts";
import type { Request } from "./request.ts";

export const PAGE_SIZE = 25;
/** The site shows no more than this, whatever it counts. */
export const CEILING = 1000;

/** Where to search, in the notation of the site's address. */
export interface Place {
  ss: string;
  dest_id?: string;
  dest_type: string;
  latitude?: string;
  longitude?: string;
  /** The site itself has just suggested it. */
  isSuggested?: true;
}

/** The parts of a request that the site needs for one page. */
export type Search = Pick<
  Request,
  "checkin" | "checkout" | "adults" | "children_ages" | "rooms" | "currency" | "language" | "sort"
> & { place: Place; filters: Array<Pick<CodedFilter, "key" | "code">> };
