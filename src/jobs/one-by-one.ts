import { isStoreUnavailable } from "../store/store-unavailable.ts";

/** Attempts per row before it is set aside, in case the failure was transient. */
const MAX_TRIES = 3;

/**
 * Processes rows one by one. A failing row does not delay the others: it is retried in the next rounds and then set aside.
 * If the store is unavailable, the round fails and no row is blamed.
 */
export function oneByOne<Row extends { id: string }>(work: (row: Row) => Promise<void>, setAside: SetAside<Row>) {
  const failures = new Map<string, number>();
  return async (rows: Row[]): Promise<void> => {
    for (const row of rows) {
      try {
        await work(row);
        failures.delete(row.id);
      } catch (error) {
        if (isStoreUnavailable(error)) throw error;
        const tries = (failures.get(row.id) ?? 0) + 1;
        failures.set(row.id, tries);
        if (tries < MAX_TRIES) continue;
        failures.delete(row.id);
        await setAside(row, error);
      }
    }
  };
}

type SetAside<Row> = (row: Row, error: unknown) => Promise<void>;
