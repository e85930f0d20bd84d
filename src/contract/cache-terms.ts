/** How long a response may be reused, free of charge, for any caller that sends the same request. */
export interface CacheTerms {
  seconds: number;
  /** Request fields that the site treats case-insensitively. */
  ignoreCase: string[];
}

/** For data that rarely changes: lists of places, filters, units. */
export const cachedForADay = (...ignoreCase: string[]): CacheTerms => ({ seconds: 86_400, ignoreCase });
