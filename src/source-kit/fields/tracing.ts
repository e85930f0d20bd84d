import type { Format } from "./field.ts";

/** Where the value of a field was found. */
export interface Place {
  /** The JSON path, the selector, or the code that finds it. */
  locator: string;
  /** As the page has it. */
  raw: unknown;
  /** Where its element starts in an HTML page; null if the parser does not tell. */
  offset: number | null;
}

/** A row that was read, and the places of its fields by path (`price.amount`). */
export interface TracedRow {
  title: string;
  record: Readonly<Record<string, unknown>>;
  places: ReadonlyMap<string, Place>;
}

type FormatOf = (field: string) => Format;

let onRow: ((row: TracedRow) => void) | null = null;
/** The fields around the one that is read, and the places of their row. */
let around: string[] = [];
let places = new Map<string, Place>();

/** Reports each row that a table reads, for `winnow replay --explain`; null ends it. Reading is synchronous. */
export function traceRows(to: typeof onRow): void {
  onRow = to;
}

export const isTracing = (): boolean => onRow !== null;

/** Reads a row and notes the places of its fields. */
export function traced<R extends object>(
  title: string,
  row: unknown,
  format: Format,
  read: (formatOf: FormatOf) => R | "unreadable",
): R | "unreadable" {
  const [outer, isInner] = [around, around.length > 0];
  if (!isInner) places = new Map();
  const own = places;
  const formatOf: FormatOf = (field) => {
    const path = [...outer, field];
    around = path;
    return {
      ...format,
      located(locator, raw) {
        const offset = typeof locator === "string" ? (format.offset?.(row, locator) ?? null) : null;
        own.set(path.join("."), { locator: name(locator), raw, offset });
      },
    };
  };
  try {
    const record = read(formatOf);
    if (!isInner && record !== "unreadable") onRow?.({ title, record: record as TracedRow["record"], places: own });
    return record;
  } finally {
    around = outer;
  }
}

const name = (locator: unknown): string =>
  typeof locator === "function" ? locator.name || String(locator).replaceAll(/\s+/g, " ") : String(locator);
