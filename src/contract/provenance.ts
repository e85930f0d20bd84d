/**
 * Where the values of a record come from. A reader runs as always; while a page is observed, the kit's accessors note what
 * they look at. Nothing is noted, and nothing is paid, unless a caller asked.
 */

/** The page that a value was read from. */
export interface SourcePage {
  /** The page's number or cursor in its list; null if it has none. */
  number: number | string | null;
  url: string;
  /** When the site's response arrived, as ISO 8601. */
  at: string;
}

/** A place of a page, with what the page has there. */
export interface Place {
  /** A JSON path, or a selector with `@attribute` for an attribute. */
  place: string;
  /** Where the page has the JSON of that path; absent if the page itself is JSON, or is not. */
  inside?: string;
  raw: string | number | boolean;
}

/** One look at a page. Its place is written out only if somebody needs it. */
export interface Look {
  /** What was looked at: with `key`, the same for the same place. */
  owner: object;
  key: string | null;
  raw: string | number | boolean;
  place(): Omit<Place, "raw">;
}

/** What was looked at for one field, and the locator of the table that led there. */
export interface Looks {
  looks: Look[];
  locator: string | null;
}

/** Where one value comes from. */
export interface Origin {
  page: SourcePage;
  /** The value that was read: if the record has another one by now, the origin is not that one's. */
  value: unknown;
  /** The place in the field table. */
  locator: string | null;
  /** The one place that has the value; null if it was computed. */
  place: Place | null;
  /** Otherwise, what it was computed from. */
  from: Place[];
}

export type Origins = ReadonlyMap<string, Origin>;

/** Records carry their origins under this key, which copies of a record keep and JSON leaves out. */
const ORIGINS: unique symbol = Symbol.for("winnow.origins");

/** JSON of a page, and where the page has it. */
export interface PageDocument {
  json: object;
  inside: string | null;
}

let observedPage: SourcePage | null = null;
let documents: PageDocument[] | null = null;
const cleanUps: Array<() => void> = [];
let current: Looks | null = null;

export const isObserving = (): boolean => observedPage !== null;

/** Reads a page and notes where its values come from. Reading is synchronous, so concurrent calls do not meet. */
export function observing<T>(page: SourcePage, read: () => T): T {
  const before = observedPage;
  observedPage = page;
  try {
    return read();
  } finally {
    observedPage = before;
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
  }
}

/** Runs when the page has been read, for what is kept only to name its places. */
export const afterObserving = (cleanUp: () => void): unknown => cleanUps.push(cleanUp);

/** For the kit: JSON of the observed page was parsed. */
export const noteDocument = (document: PageDocument): unknown => documents?.push(document);

/** The JSON that a reader finds on a page, whether or not it can read it. */
export function documentsIn(page: SourcePage, read: () => unknown): PageDocument[] {
  const found: PageDocument[] = [];
  documents = found;
  try {
    observing(page, read);
  } catch {
    // The caller needs only what was parsed before the error.
  } finally {
    documents = null;
  }
  return found;
}

/** For the kit's accessors: something was looked at. */
export function noteLook(look: Look): void {
  if (current === null) return;
  const { looks } = current;
  if (!looks.some(({ owner, key }) => owner === look.owner && key === look.key)) looks.push(look);
}

/** For field tables: the next location is tried, and what the last one had does not count. */
export function noteLocator(locator: unknown): void {
  if (current === null) return;
  current.looks = [];
  current.locator = typeof locator === "string" ? locator : null;
}

/** Runs the reading of one value, and says what it looked at. */
export function looking<T>(read: () => T): [value: T, looks: Looks] {
  const before = current;
  const own: Looks = { looks: [], locator: null };
  current = own;
  try {
    return [read(), own];
  } finally {
    current = before;
  }
}

/** The page that is being observed. */
export function pageObserved(): SourcePage {
  if (observedPage === null) throw new Error("no page is observed");
  return observedPage;
}

export const knownOrigins = (record: object): Origins =>
  (Reflect.get(record, ORIGINS) as Origins | undefined) ?? new Map();

export const withOrigins = <R extends object>(record: R, origins: Origins): R => ({ ...record, [ORIGINS]: origins });

/** The values inside a value, with their paths: `price.amount`, `images[0]`. Kinds of records and missing values are left out. */
export function* leaves(value: unknown, path: string): Generator<[path: string, leaf: unknown]> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leaves(item, `${path}[${index}]`);
  else if (typeof value !== "object") yield [path, value];
  else {
    for (const [name, inner] of Object.entries(value))
      if (name !== "@type") yield* leaves(inner, path === "" ? name : `${path}.${name}`);
  }
}
