import { setImmediate } from "node:timers/promises";

/** Rows per statement: SQLite binds at most 32,766 values. */
export const SLICE = 500;

/** Yields slices lazily and lets the event loop turn between them. */
export async function* inSlices<T>(all: Iterable<T>): AsyncGenerator<T[], void, undefined> {
  let slice: T[] = [];
  for (const one of all) {
    if (slice.length === SLICE) {
      yield slice;
      await setImmediate();
      slice = [];
    }
    slice.push(one);
  }
  if (slice.length > 0) yield slice;
}
