import { type Kysely, sql } from "kysely";
import type { PaidTraffic } from "../extraction/routes/daily-budget.ts";
import type { Schema } from "../store/schema.ts";

const nameOf = (source: string, day: string): string => `paid bytes of ${source} on ${day}`;

/** Keeps what paid routes have brought today in the store, so that a restart or another process does not begin anew. */
export const createPaidTraffic = (db: Kysely<Schema>): PaidTraffic => ({
  async add(source, day, bytes) {
    const name = nameOf(source, day);
    const { value } = await db
      .insertInto("store_facts")
      .values({ name, value: String(bytes) })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({ value: sql<string>`cast(cast(store_facts.value as bigint) + ${bytes} as text)` }),
      )
      .returning("value")
      .executeTakeFirstOrThrow();
    // The first look of a day.
    if (bytes === 0) await deleteEarlier(db, source, name);
    return Number(value);
  },
});

const deleteEarlier = (db: Kysely<Schema>, source: string, today: string) =>
  db.deleteFrom("store_facts").where("name", ">", nameOf(source, "")).where("name", "<", today).execute();
