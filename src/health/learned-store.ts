import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";

/** What was learned about each operation: the structure of its pages and its usual values. */
export function createLearnedStore(db: Kysely<Schema>) {
  return {
    async saveStructures(operation: string, at: number, names: string): Promise<void> {
      const row = { at, names };
      await db
        .insertInto("health_structures")
        .values({ operation, ...row })
        .onConflict((conflict) => conflict.column("operation").doUpdateSet(row))
        .execute();
    },

    structures: () => db.selectFrom("health_structures").selectAll().execute(),

    baselines: () => db.selectFrom("health_baselines").selectAll().execute(),

    baselineOf: (operation: string) =>
      db.selectFrom("health_baselines").where("operation", "=", operation).selectAll().executeTakeFirst(),

    /** False if another process has written since `version` was read. Its state has to be merged first. */
    async saveBaseline(operation: string, version: number, state: string): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("health_baselines")
        .values({ operation, version: version + 1, state })
        .onConflict((conflict) =>
          conflict
            .column("operation")
            .doUpdateSet({ version: version + 1, state })
            .where("health_baselines.version", "=", version),
        )
        .executeTakeFirstOrThrow();
      return Number(numInsertedOrUpdatedRows ?? 0) > 0;
    },
  };
}
