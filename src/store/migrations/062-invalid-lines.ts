import type { Migration } from "kysely/migration";

/** Lines of an upload that a batch skipped because they are not valid, and why. */
export const invalidLines: Migration = {
  async up(db) {
    await db.schema
      .alterTable("batches")
      .addColumn("invalid_lines", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable("batch_invalid_lines")
      .addColumn("batch_id", "text", (column) => column.notNull())
      .addColumn("line", "integer", (column) => column.notNull())
      .addColumn("faults", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("batch_invalid_lines_key", ["batch_id", "line"])
      .execute();
  },
};
