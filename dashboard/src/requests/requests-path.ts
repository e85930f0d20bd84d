import { toInstants } from "../ui/days.ts";

interface Filters {
  search?: string | undefined;
  endpoint?: string | undefined;
  key?: string | undefined;
  tag?: string | undefined;
  status?: string | undefined;
  /** A day in the viewer's time zone, as the filter sets it, or an instant, as chart links set it. */
  from?: string | undefined;
  to?: string | undefined;
}

const given = (filters: Filters): Array<[string, string]> =>
  Object.entries(filters).filter((pair): pair is [string, string] => Boolean(pair[1]));

/** The address of the list of requests behind a figure. */
export const requestsHref = (filters: Filters): string => `/requests?${new URLSearchParams(given(filters))}`;

/** The API path of the history with its filters, ready for a cursor. */
export const requestsPath = (path: string, filters: Filters): string =>
  `${path}?${new URLSearchParams([["limit", "25"], ...given({ ...filters, ...toInstants(filters) })])}`;
