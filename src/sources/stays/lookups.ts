/** The operations that find a destination, and what it can be filtered by. */
export const DESTINATIONS = "/api/stays/destinations/search";
export const FILTERS = "/api/stays/filters";
