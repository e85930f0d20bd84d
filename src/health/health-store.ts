import { type Kysely, sql } from "kysely";
import type { Schema } from "../store/schema.ts";
import { countNames, type DayRow } from "./day-counters.ts";
import type { FieldCount } from "./field-baseline.ts";
import type { Incident, IncidentDetails, IncidentKind, NewIncident, Override } from "./types.ts";

const keyOf = ({ operation, kind, field }: Pick<NewIncident, "operation" | "kind" | "field">): string =>
  [operation, kind, field ?? ""].join(" ");

const incidentOf = (row: { [K in keyof Schema["incidents"]]: unknown }): Incident => ({
  no: Number(row.no),
  source: row.source as string,
  operation: row.operation as string,
  kind: row.kind as IncidentKind,
  field: row.field as string | null,
  blocking: Number(row.blocking) === 1,
  reason: row.reason as string,
  details: JSON.parse(row.details as string) as IncidentDetails,
  opened_at: Number(row.opened_at),
  closed_at: row.closed_at === null ? null : Number(row.closed_at),
  note: row.note as string | null,
});

export interface IncidentPage {
  open: boolean;
  source: string | null;
  before: number | null;
  limit: number;
}

/** Figures, incidents and decisions of the operator, shared by all processes and kept over restarts. */
export function createHealthStore(db: Kysely<Schema>) {
  return {
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

    async addFields(day: string, operation: string, counts: Array<[field: string, count: FieldCount]>): Promise<void> {
      for (const [field, count] of counts) {
        await db
          .insertInto("health_fields")
          .values({ day, operation, field, ...count })
          .onConflict((conflict) =>
            conflict.columns(["day", "operation", "field"]).doUpdateSet((eb) => ({
              requests: eb("health_fields.requests", "+", count.requests),
              present: eb("health_fields.present", "+", count.present),
              records: eb("health_fields.records", "+", count.records),
              filled: eb("health_fields.filled", "+", count.filled),
            })),
          )
          .execute();
      }
    },

    async fields(from: string): Promise<Array<FieldCount & { operation: string; field: string }>> {
      const rows = await db
        .selectFrom("health_fields")
        .where("day", ">=", from)
        .groupBy(["operation", "field"])
        .select(({ fn }) => [
          "operation",
          "field",
          fn.sum<number>("requests").as("requests"),
          fn.sum<number>("present").as("present"),
          fn.sum<number>("records").as("records"),
          fn.sum<number>("filled").as("filled"),
        ])
        .execute();
      return rows.map((row) => ({
        operation: row.operation,
        field: row.field,
        requests: Number(row.requests),
        present: Number(row.present),
        records: Number(row.records),
        filled: Number(row.filled),
      }));
    },

    /** The number of the incident for whoever opened it; null where it is open already, here or in another process. */
    async openIncident(incident: NewIncident, now: number): Promise<number | null> {
      const { details, blocking, ...rest } = incident;
      const inserted = await db
        .insertInto("incidents")
        .values({
          ...rest,
          open_key: keyOf(incident),
          blocking: blocking ? 1 : 0,
          details: JSON.stringify(details),
          opened_at: now,
          closed_at: null,
          note: null,
        })
        .onConflict((conflict) => conflict.column("open_key").doNothing())
        .returning("no")
        .executeTakeFirst();
      return inserted ? Number(inserted.no) : null;
    },

    /** The incidents that this call closed. */
    async closeIncidents(operation: string, kinds: IncidentKind[], now: number): Promise<Incident[]> {
      const rows = await db
        .updateTable("incidents")
        .set({ closed_at: now, open_key: null })
        .where("operation", "=", operation)
        .where("kind", "in", kinds)
        .where("closed_at", "is", null)
        .returningAll()
        .execute();
      return rows.map(incidentOf);
    },

    async openIncidents(): Promise<Incident[]> {
      const rows = await db.selectFrom("incidents").where("closed_at", "is", null).selectAll().execute();
      return rows.map(incidentOf);
    },

    /** Newest first, for an operator; `before` is the number of the last one of the page before. */
    async listIncidents(page: IncidentPage): Promise<Incident[]> {
      let query = db.selectFrom("incidents").orderBy("no", "desc").limit(page.limit).selectAll();
      if (page.open) query = query.where("closed_at", "is", null);
      if (page.source !== null) query = query.where("source", "=", page.source);
      if (page.before !== null) query = query.where("no", "<", page.before);
      return (await query.execute()).map(incidentOf);
    },

    async findIncident(no: number): Promise<Incident | null> {
      const row = await db.selectFrom("incidents").where("no", "=", no).selectAll().executeTakeFirst();
      return row ? incidentOf(row) : null;
    },

    async incidents(from: number, limit = 200): Promise<Incident[]> {
      const rows = await db
        .selectFrom("incidents")
        .where((eb) => eb.or([eb("opened_at", ">=", from), eb("closed_at", "is", null)]))
        .orderBy("opened_at", "desc")
        .limit(limit)
        .selectAll()
        .execute();
      return rows.map(incidentOf);
    },

    async noteOnIncident(no: number, note: string | null): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("incidents")
        .set({ note })
        .where("no", "=", no)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async overrides(): Promise<Override[]> {
      const rows = await db.selectFrom("health_overrides").selectAll().execute();
      return rows.map((row) => ({ ...row, state: row.state as Override["state"], at: Number(row.at) }));
    },

    async setOverride(override: Override): Promise<void> {
      await db
        .insertInto("health_overrides")
        .values(override)
        .onConflict((conflict) => conflict.column("source").doUpdateSet(override))
        .execute();
    },

    async clearOverride(source: string): Promise<void> {
      await db.deleteFrom("health_overrides").where("source", "=", source).execute();
    },

    /** True for the one process that may run the operation's canary now. */
    async claimCanary(operation: string, now: number, nextAt: number): Promise<boolean> {
      const inserted = await db
        .insertInto("health_canaries")
        .values({ operation, due_at: nextAt })
        .onConflict((conflict) => conflict.column("operation").doNothing())
        .executeTakeFirst();
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0) return true;
      const { numUpdatedRows } = await db
        .updateTable("health_canaries")
        .set({ due_at: nextAt })
        .where("operation", "=", operation)
        .where("due_at", "<=", now)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async saveCanary(operation: string, now: number, ok: boolean, result: object): Promise<void> {
      const row = { ran_at: now, ok: ok ? 1 : 0, result: JSON.stringify(result) };
      await db
        .insertInto("health_canaries")
        .values({ operation, due_at: now, ...row })
        .onConflict((conflict) => conflict.column("operation").doUpdateSet(row))
        .execute();
    },

    async saveStructures(operation: string, at: number, names: string): Promise<void> {
      const row = { at, names };
      await db
        .insertInto("health_structures")
        .values({ operation, ...row })
        .onConflict((conflict) => conflict.column("operation").doUpdateSet(row))
        .execute();
    },

    structures: () => db.selectFrom("health_structures").selectAll().execute(),

    canaries: () => db.selectFrom("health_canaries").selectAll().execute(),

    /** Deletes what nobody asks about any more. */
    async prune(daysFrom: string, incidentsFrom: number): Promise<void> {
      const old = db.selectFrom("incidents").where("closed_at", "<", incidentsFrom).select("no");
      await db.deleteFrom("incident_evidence").where("incident_no", "in", old).execute();
      await db.deleteFrom("health_days").where("day", "<", daysFrom).execute();
      await db.deleteFrom("health_fields").where("day", "<", daysFrom).execute();
      await db.deleteFrom("incidents").where("closed_at", "<", incidentsFrom).execute();
    },
  };
}
