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
  /** Maximum number of records to return. The site shows at most 225 for one search. */
  count: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
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
  /** The kind of record, always the same. */
  "@type": "BizbureauBusinessSearchResult";
  /** The site's ID of one location of the business: bureau, business and address. */
  id: string;
  /** Name of the business. */
  name: string | null;
  /** URL of the logo. */
  image: string | null;
  /** Letter grade from A+ to F; null if the business has none. */
  bbb_rating: string | null;
  /** Whether the bureau accredits the business. */
  is_accredited: boolean | null;
  /** The first phone number that the site lists, as written there. */
  phone: string | null;
  /** Main line of business. */
  category: string | null;
  /** All lines of business. */
  categories: Array<string>;
  /** Street address; null if the business has no storefront. */
  address: string | null;
  /** City. */
  city: string | null;
  /** Two-letter code of the state or province. */
  state: string | null;
  /** US ZIP code, often ZIP+4, or Canadian postal code. */
  zip_code: string | null;
  /** The score behind the letter grade, 0 to 100; null if there is no grade. */
  rating_score: number | null;
  /** Name of the regional bureau that keeps the profile. */
  bbb_name: string | null;
  /** URL of the business's profile. */
  profile_url: string | null;
  /** URL of the profile of this location, if it has its own. */
  local_profile_url: string | null;
}

export interface BizbureauLocationsSearch {
  /** Start of a city's name, with or without its state, or of a ZIP or postal code. */
  query: string;
  /** Maximum number of records to return. Default 20. */
  count?: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface BizbureauLocation {
  /** The kind of record, always the same. */
  "@type": "BizbureauLocation";
  /** Value for `location` of the business search. */
  location: string;
  /** City. */
  city: string | null;
  /** Two-letter code of the state or province. */
  state: string | null;
  /** Set if the place is a ZIP or postal code. */
  zip_code: string | null;
}
