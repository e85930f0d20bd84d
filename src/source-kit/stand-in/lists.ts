export interface Page<T> {
  items: T[];
  page: number;
  lastPage: number;
  total: number;
}

/** One page of a list, starting at 1; null past the end or for an invalid page number. An empty list has one page. */
export function paged<T>(items: readonly T[], page: number | string | null, size: number, maxPages?: number) {
  const number = Number(page ?? 1);
  const lastPage = Math.max(1, Math.min(Math.ceil(items.length / size), maxPages ?? Number.POSITIVE_INFINITY));
  if (!Number.isInteger(number) || number < 1 || number > lastPage) return null;
  const found: Page<T> = {
    items: items.slice((number - 1) * size, number * size),
    page: number,
    lastPage,
    total: items.length,
  };
  return found;
}

/** Tests an item against a query value. */
export type Filters<T> = Record<string, (item: T, value: string) => boolean>;

/** The items that pass every filter in the query. If a filter is given twice, either value may match. */
export function filtered<T>(items: readonly T[], query: URLSearchParams, filters: Filters<T>): T[] {
  const requested = Object.entries(filters)
    .map(([name, passes]) => ({ passes, values: query.getAll(name).filter((value) => value !== "") }))
    .filter(({ values }) => values.length > 0);
  return items.filter((item) => requested.every(({ passes, values }) => values.some((value) => passes(item, value))));
}

/** Whether a text contains every word of the query, in any order and case. */
export function hasWords(text: string, requested: string): boolean {
  const words = requested.toLowerCase().split(/\s+/).filter(Boolean);
  const inLower = text.toLowerCase();
  return words.every((word) => inLower.includes(word));
}

/** The entry at an index of an endlessly repeated list. */
export function cycled<T>(list: readonly T[], index: number): T {
  const entry = list[index % list.length];
  if (entry === undefined) throw new RangeError(`a list of ${list.length} has nothing at ${index}`);
  return entry;
}

/** Creates each value on first use and caches it, so that no start waits for a catalogue. */
export function onDemand<V extends {}, K = void>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Caches the most recently used values: the pages of one search follow each other. */
export function recent<V extends {}>(max: number): (key: string, make: () => V) => V {
  const made = new Map<string, V>();
  return (key, make) => {
    const value = made.get(key) ?? make();
    made.delete(key);
    made.set(key, value);
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size > max) made.delete(oldest);
    return value;
  };
}
