/** The operation that finds what `location` takes. */
export const LOOKUP = "/api/bizbureau/locations/search";
