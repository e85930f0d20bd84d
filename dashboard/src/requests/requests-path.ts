import { toInstants } from "../ui/days.ts";
import { labelled } from "../ui/options.ts";

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

/** The class of a status such as `4xx` or `404`, which the filter uses. Anything else is none. */
export const statusClass = (status = ""): string | undefined => /^([245])(xx|\d\d)?$/i.exec(status)?.[1];

/** The classes of status to filter by. */
export const statuses = labelled({ 2: "Success (2xx)", 4: "Client error (4xx)", 5: "Server error (5xx)" });

const given = (filters: Filters): Array<[string, string]> =>
  Object.entries(filters).filter((pair): pair is [string, string] => Boolean(pair[1]));

/** The address of the list of requests behind a figure. */
export const requestsHref = (filters: Filters): string => `/requests?${new URLSearchParams(given(filters))}`;

/** The API path of the history with its filters, ready for a cursor. */
export const requestsPath = <const P extends string>(path: P, filters: Filters) => {
  const status = statusClass(filters.status);
  const query = new URLSearchParams([["limit", "25"], ...given({ ...filters, ...toInstants(filters), status })]);
  return `${path}?${String(query)}` as const;
};

/** The address of the page that compares two requests. */
export const comparePath = (before: string, after: string): string =>
  `/requests/compare?${new URLSearchParams({ before, after })}`;

/** The address of the playground with the input of an earlier call, or the one given. */
export const playgroundPath = (operation: string, from: { request?: string; body?: string } = {}): string =>
  `/playground?${new URLSearchParams({ operation, ...from })}`;

/** The address of the form for a schedule that repeats a call. */
export const newSchedulePath = (operation: string, request: string, more: { watch?: "on" } = {}): string =>
  `/automation/schedules/new?${new URLSearchParams({ operation, request, ...more })}`;

/** Display names of the entry points. */
export const entryPoints: Record<string, string> = {
  http: "API",
  mcp: "MCP",
  dashboard: "Playground",
  jobs: "Background job",
};
