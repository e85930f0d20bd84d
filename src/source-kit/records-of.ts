import { Unreadable } from "../contract/errors.ts";

/**
 * The records of a page's rows. `read` gives null for a row that is none (an advertisement, a row without an id);
 * where that is more than half of them, it is not the rows that are odd: the page is `Unreadable`.
 */
export function recordsOf<T, R>(rows: readonly T[], read: (row: T) => R | null): R[] {
  const records = rows.map(read).filter((record) => record !== null);
  if (records.length * 2 < rows.length) {
    throw new Unreadable(`only ${records.length} of ${rows.length} rows could be read`);
  }
  return records;
}
