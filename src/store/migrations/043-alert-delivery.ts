import type { Migration } from "kysely/migration";

/** Whether somebody has really been told, and of what: an alert is sent again until it is, and its end names the same thing. */
export const alertDelivery: Migration = {
  async up(db) {
    await db.schema
      .alterTable("alerts_sent")
      .addColumn("delivered", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable("alerts_sent").addColumn("event", "text").execute();
  },
};
