/** How long an answer may be given again: to anybody who asks the same, and free. */
export interface CacheTerms {
  seconds: number;
  /** Fields of the request whose upper and lower case mean the same to the site. */
  ignoreCase: string[];
}

/** What hardly changes: lists of places, filters, units. */
export const cachedForADay = (...ignoreCase: string[]): CacheTerms => ({ seconds: 86_400, ignoreCase });
