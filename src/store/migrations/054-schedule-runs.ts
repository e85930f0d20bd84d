import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Runs of schedules stay longer than other jobs, and say what they found changed. */
export const scheduleRuns: Migration = {
  async up(db) {
    await db.schema.alterTable("jobs").addColumn("changes", "text").execute();
    await db.schema
      .createIndex("jobs_by_end_alone")
      .on("jobs")
      .column("ended_at")
      .where(sql.ref("schedule_id"), "is", null)
      .execute();
  },
};
