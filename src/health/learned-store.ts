import type { Kysely } from "kysely";
import { changesRow, putRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";

/** What was learned about each operation: the structure of its pages and its usual values. */
export function createLearnedStore(db: Kysely<Schema>) {
  return {
    saveStructures: (operation: string, at: number, names: string) =>
      putRow(db, "health_structures", { operation }, { at, names }),

    structures: () => db.selectFrom("health_structures").selectAll().execute(),

    baselines: () => db.selectFrom("health_baselines").selectAll().execute(),

    baselineOf: (operation: string) =>
      db.selectFrom("health_baselines").where("operation", "=", operation).selectAll().executeTakeFirst(),

    /** False if another process has written since `version` was read. Its state has to be merged first. */
    saveBaseline(operation: string, version: number, state: string): Promise<boolean> {
      const next = { version: version + 1, state };
      const insert = db.insertInto("health_baselines").values({ operation, ...next });
      return changesRow(
        insert.onConflict((conflict) =>
          conflict.column("operation").doUpdateSet(next).where("health_baselines.version", "=", version),
        ),
      );
    },
  };
}
