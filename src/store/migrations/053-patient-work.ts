import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/**
 * A batch says why and since when it waits for its source, when it tries again, and until when it does so; an item counts
 * how often the source failed it alone. What pauses says the kind of its reason, by which it resumes by itself.
 */
export const patientWork: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    for (const name of ["wait_until", "waiting_since", "next_try_at", "wait_told_at"]) {
      await db.schema.alterTable("batches").addColumn(name, whole).execute();
    }
    for (const name of ["wait_reason", "pause_kind"]) {
      await db.schema.alterTable("batches").addColumn(name, "text").execute();
    }
    await db.schema.alterTable("schedules").addColumn("pause_kind", "text").execute();
    await db.schema
      .alterTable("batches")
      .addColumn("wait_tries", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable("jobs")
      .addColumn("source_failures", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
