interface Filters {
  search?: string | undefined;
  endpoint?: string | undefined;
  key?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The path of the history with its filters, ready for a cursor. */
export function requestsPath(path: string, filters: Filters): string {
  const query = new URLSearchParams({ limit: "25" });
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return `${path}?${query}`;
}
