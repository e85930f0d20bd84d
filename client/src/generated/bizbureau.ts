// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Business directory. */
export interface Bizbureau {
  /**
   * Businesses by keyword and location: 5 credits per 15 results. 412 when the source does not know the place, or knows it in several states.
   *
   * Business directory search by keyword and location, with optional rating, accreditation and radius filters. A business with two addresses gives two records. The site shows at most 225 results for one search.
   */
  businessesSearch: Operation<BizbureauBusinessesSearch, BizbureauBusinessSearchResult>;
  /**
   * Locations for a business search: 1 credit per request, free if nothing is found.
   *
   * Cities and postal codes that start with a text, as the directory's own search box suggests them. Places in the United States come first. City, state and code come from the site's response, or else from the place's text. Not yet verified on the live site: the form of the response is known from public code.
   */
  locationsSearch: Operation<BizbureauLocationsSearch, BizbureauLocation>;
}

export interface BizbureauBusinessesSearch {
  /** Search text. */
  keyword: string;
  /** Most records to return. The site shows at most 225 for one search. */
  count: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** City and state, or ZIP code. Empty searches the whole country. Default "". */
  location?: string;
  /** Letter grade; includes its plus and minus grades. */
  rating?: "A" | "B" | "C" | "D" | "F" | null;
  /** Only accredited businesses. Default false. */
  accredited_only?: boolean;
  /** Search radius in miles; needs a location. */
  radius?: "5" | "10" | "25" | "50" | "100" | null;
}

export interface BizbureauBusinessSearchResult {
  "@type": "BizbureauBusinessSearchResult";
  id: string;
  name: string | null;
  image: string | null;
  /** Letter grade; null if the business has none. */
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
  /** Start of a city's name, with or without its state, or of a ZIP or postal code. */
  query: string;
  /** Most records to return. Default 20. */
  count?: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface BizbureauLocation {
  "@type": "BizbureauLocation";
  /** Value for `location` of the business search. */
  location: string;
  city: string | null;
  /** Two-letter code. */
  state: string | null;
  /** Set if the place is a ZIP or postal code. */
  zip_code: string | null;
}
