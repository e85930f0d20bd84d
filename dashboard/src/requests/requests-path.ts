import { instantsOf } from "../ui/days.ts";

interface Filters {
  search?: string | undefined;
  endpoint?: string | undefined;
  key?: string | undefined;
  status?: string | undefined;
  /** A day on the viewer's clock, as the filter has it; or an instant, as the links of charts have it. */
  from?: string | undefined;
  to?: string | undefined;
}

const given = (filters: Filters): Array<[string, string]> =>
  Object.entries(filters).filter((pair): pair is [string, string] => Boolean(pair[1]));

/** The page of the requests behind a figure. */
export const requestsHref = (filters: Filters): string => `/requests?${new URLSearchParams(given(filters))}`;

/** The path of the history with its filters, ready for a cursor. */
export const requestsPath = (path: string, filters: Filters): string =>
  `${path}?${new URLSearchParams([["limit", "25"], ...given({ ...filters, ...instantsOf(filters) })])}`;
