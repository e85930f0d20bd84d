import type { Kysely } from "kysely";
import { type PageQuery, pager } from "../store/pager.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";
import type { Incident, IncidentKind, NewIncident } from "./types.ts";

const key = ({ operation, kind, field }: Pick<NewIncident, "operation" | "kind" | "field">): string =>
  [operation, kind, field ?? ""].join(" ");

const incidentOf = ({ open_key, ...row }: Row<"incidents">): Incident => ({
  ...row,
  kind: row.kind as IncidentKind,
  blocking: row.blocking === 1,
  details: JSON.parse(row.details),
});

const newestIncidents = pager("incidents", { no: "number" });

export interface IncidentPage extends PageQuery {
  open: boolean;
  source: string | null;
}

/** Incidents, shared by all processes. */
export function createIncidentStore(db: Kysely<Schema>) {
  const closing = (now: number) =>
    db.updateTable("incidents").set({ closed_at: now, open_key: null }).where("closed_at", "is", null);
  type Closing = ReturnType<typeof closing>;
  const close = async (now: number, those: (query: Closing) => Closing): Promise<Incident[]> =>
    (await those(closing(now)).returningAll().execute()).map(incidentOf);

  return {
    /** Returns the incident's number if this call opened it; null if it is already open, here or in another process. */
    async openIncident(incident: NewIncident, now: number): Promise<number | null> {
      const { details, blocking, ...rest } = incident;
      const inserted = await db
        .insertInto("incidents")
        .values({
          ...rest,
          open_key: key(incident),
          blocking: blocking ? 1 : 0,
          details: JSON.stringify(details),
          opened_at: now,
          closed_at: null,
          note: null,
        })
        .onConflict((conflict) => conflict.column("open_key").doNothing())
        .returning("no")
        .executeTakeFirst();
      return inserted?.no ?? null;
    },

    /** Closes an operation's open incidents. Returns those that this call closed. */
    closeIncidents: (operation: string, kinds: IncidentKind[], now: number): Promise<Incident[]> =>
      close(now, (query) => query.where("operation", "=", operation).where("kind", "in", kinds)),

    /** Closes one incident. Returns nothing if it is already closed. */
    closeIncident: (no: number, now: number): Promise<Incident[]> => close(now, (query) => query.where("no", "=", no)),

    /** Notes that a person has accepted the incident's values, before it is closed: nothing is recalled for it. */
    async acceptIncident(no: number): Promise<void> {
      const row = await db.selectFrom("incidents").where("no", "=", no).select("details").executeTakeFirst();
      if (!row) return;
      const details = JSON.stringify({ ...JSON.parse(row.details), accepted: true });
      await db.updateTable("incidents").set({ details }).where("no", "=", no).execute();
    },

    async openIncidents(): Promise<Incident[]> {
      const rows = await db.selectFrom("incidents").where("closed_at", "is", null).selectAll().execute();
      return rows.map(incidentOf);
    },

    /** Newest first, for an operator. */
    listIncidents(page: IncidentPage): Promise<{ rows: Incident[]; next_cursor: string | null }> {
      let query = db.selectFrom("incidents").selectAll();
      if (page.open) query = query.where("closed_at", "is", null);
      if (page.source !== null) query = query.where("source", "=", page.source);
      return newestIncidents.page(query, page, incidentOf);
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

    noteOnIncident: (no: number, note: string | null): Promise<boolean> =>
      changesRow(db.updateTable("incidents").set({ note }).where("no", "=", no)),
  };
}
