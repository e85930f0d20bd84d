import { isStoreAway } from "../store/store-away.ts";

/** Tries that a row has before it is set aside: its trouble may have been of one moment. */
const MOST_TRIES = 3;

/**
 * Does the same for each of many rows. One that fails keeps none of the others waiting: it is tried again with the next
 * round, and set aside after some. A store that is away fails the round: that is nobody's own trouble.
 */
export function oneByOne<Row extends { id: string }>(work: (row: Row) => Promise<void>, setAside: SetAside<Row>) {
  const failures = new Map<string, number>();
  return async (rows: Row[]): Promise<void> => {
    for (const row of rows) {
      try {
        await work(row);
        failures.delete(row.id);
      } catch (error) {
        if (isStoreAway(error)) throw error;
        const tries = (failures.get(row.id) ?? 0) + 1;
        failures.set(row.id, tries);
        if (tries < MOST_TRIES) continue;
        failures.delete(row.id);
        await setAside(row, error);
      }
    }
  };
}

type SetAside<Row> = (row: Row, error: unknown) => Promise<void>;
