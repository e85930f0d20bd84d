import { type Kysely, sql } from "kysely";
import { changesRow, putRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { countNames, type DayRow } from "./day-counters.ts";
import { createIncidentStore } from "./incident-store.ts";
import type { Override } from "./types.ts";

export type HealthStore = ReturnType<typeof createHealthStore>;

/** Everything health knows, shared by all processes and kept across restarts. */
export const createHealthStore = (db: Kysely<Schema>) => ({
  ...createIncidentStore(db),
  ...createLearnedStore(db),
  ...dayStore(db),
  ...overrideStore(db),
  ...canaryStore(db),

  /** Deletes expired data. */
  async prune(daysFrom: string, incidentsFrom: number): Promise<void> {
    const old = db.selectFrom("incidents").where("closed_at", "<", incidentsFrom).select("no");
    await db.deleteFrom("incident_evidence").where("incident_no", "in", old).execute();
    await db.deleteFrom("health_days").where("day", "<", daysFrom).execute();
    await db.deleteFrom("incidents").where("closed_at", "<", incidentsFrom).execute();
  },
});

/** Figures by day and operation. */
const dayStore = (db: Kysely<Schema>) => ({
  async addDays(rows: DayRow[]): Promise<void> {
    for (const { day, operation, counts } of rows) {
      await db
        .insertInto("health_days")
        .values({ day, operation, ...counts })
        .onConflict((conflict) =>
          conflict
            .columns(["day", "operation"])
            .doUpdateSet(
              Object.fromEntries(
                countNames.map((name) => [name, sql`${sql.ref(`health_days.${name}`)} + ${counts[name]}`]),
              ) as never,
            ),
        )
        .execute();
    }
  },

  days: (from: string) => db.selectFrom("health_days").where("day", ">=", from).selectAll().execute(),
});

/** Decisions of operators. */
const overrideStore = (db: Kysely<Schema>) => ({
  async overrides(): Promise<Override[]> {
    const rows = await db.selectFrom("health_overrides").selectAll().execute();
    return rows.map((row) => ({ ...row, state: row.state as Override["state"] }));
  },

  setOverride: ({ source, ...override }: Override) => putRow(db, "health_overrides", { source }, override),

  async clearOverride(source: string): Promise<void> {
    await db.deleteFrom("health_overrides").where("source", "=", source).execute();
  },
});

/** When each canary is due. */
const canaryStore = (db: Kysely<Schema>) => ({
  /** True for the one process that may run the operation's canary now. */
  claimCanary(operation: string, now: number, nextAt: number): Promise<boolean> {
    const insert = db.insertInto("health_canaries").values({ operation, due_at: nextAt });
    return changesRow(
      insert.onConflict((conflict) =>
        conflict.column("operation").doUpdateSet({ due_at: nextAt }).where("health_canaries.due_at", "<=", now),
      ),
    );
  },
});

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
