import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A delivery says what it is about, so that a receiver hears of one thing in the order in which it happened; whether a job
 * named its address; and whether it is an event or a file.
 */
export const orderedDeliveries: Migration = {
  async up(db) {
    const table = () => db.schema.alterTable("webhook_deliveries");
    await table().addColumn("about", "text").execute();
    await table()
      .addColumn("named", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await table()
      .addColumn("kind", "text", (column) => column.notNull().defaultTo("event"))
      .execute();
    await db.schema
      .createIndex("webhook_deliveries_about")
      .on("webhook_deliveries")
      .columns(["about", "created_at"])
      .where(sql.ref("status"), "=", sql.lit("pending"))
      .execute();
  },
};
