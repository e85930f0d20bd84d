// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Business directory. */
export interface Bizbureau {
  /**
   * Businesses by keyword and location: 5 credits per 15 results. 412 when the source knows no such place, or knows it in several states.
   *
   * Business directory search by keyword and location, with optional rating, accreditation and radius filters. A business at two addresses is two records. One search of the site holds at most 225 results.
   */
  businessesSearch: Operation<BizbureauBusinessesSearch, BizbureauBusinessSearchResult>;
  /**
   * Places that a business search can be in: 1 credit per request, 0 where nothing is found.
   *
   * Cities and codes that begin with a text, as the directory's own search box suggests them, those of the United States first. The form of the site's answer is known from public code: each place's text was seen, its city, state and code are read where the site gives them, else taken from the text (inferred).
   */
  locationsSearch: Operation<BizbureauLocationsSearch, BizbureauLocation>;
}

export interface BizbureauBusinessesSearch {
  /** What to look for. */
  keyword: string;
  /** The most records wanted; one search of the site holds at most 225. */
  count: number;
  /** Seconds the request may run before it is answered with 408. Default 300. */
  timeout?: number;
  /** City and state, or ZIP code; empty means the whole country. Default "". */
  location?: string;
  /** Letter grade, with its plus and minus grades. */
  rating?: "A" | "B" | "C" | "D" | "F" | null;
  /** Only accredited businesses. Default false. */
  accredited_only?: boolean;
  /** Miles around the location. */
  radius?: "5" | "10" | "25" | "50" | "100" | null;
}

export interface BizbureauBusinessSearchResult {
  "@type": "BizbureauBusinessSearchResult";
  id: string;
  name: string | null;
  image: string | null;
  /** Letter grade; null where the business is not graded. */
  bbb_rating: string | null;
  is_accredited: boolean | null;
  phone: string | null;
  category: string | null;
  categories: Array<string>;
  address: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  rating_score: number | null;
  bbb_name: string | null;
  profile_url: string | null;
  local_profile_url: string | null;
}

export interface BizbureauLocationsSearch {
  /** The beginning of a city's name, with or without its state, or of a ZIP or postal code. */
  query: string;
  /** The most records wanted. Default 20. */
  count?: number;
  /** Seconds the request may run before it is answered with 408. Default 300. */
  timeout?: number;
}

export interface BizbureauLocation {
  "@type": "BizbureauLocation";
  /** What `location` of the search takes. */
  location: string;
  city: string | null;
  /** Two letters. */
  state: string | null;
  /** Where the place is given by its code. */
  zip_code: string | null;
}
