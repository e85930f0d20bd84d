import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Incident } from "../health/types.ts";
import type { Schema } from "../store/schema.ts";
import { RecallRefused, type Recalls } from "./recalls.ts";

/** Incidents that ended longer ago are left to the operator. */
const RECENT_MS = 86_400_000;

interface Deps {
  db: Kysely<Schema>;
  clock: Clock;
  recalls: Recalls;
  findIncident(no: number): Promise<Incident | null>;
  log: { info(details: object, message: string): void };
}

/**
 * Recalls what an incident has spoilt once it is over: that the values came back shows that they had been wrong. An incident
 * that an operator has recalled, or withdrawn a recall of, is left alone.
 */
export const createAutomaticRecalls =
  ({ db, clock, recalls, findIncident, log }: Deps) =>
  async (): Promise<void> => {
    const ended = await db
      .selectFrom("incidents")
      .leftJoin("recalls", "recalls.incident_no", "incidents.no")
      .where("incidents.kind", "=", "drift")
      .where("incidents.closed_at", ">", clock.now() - RECENT_MS)
      .where("recalls.no", "is", null)
      .orderBy("incidents.no")
      .select("incidents.no")
      .execute();
    for (const { no } of ended) {
      const incident = await findIncident(no);
      if (!incident) continue;
      try {
        const { recall, added } = await recalls.create(await recalls.plan(incident), { by: "automatic" });
        log.info({ incident: no, recall: recall.no, calls: added }, "recall created");
      } catch (error) {
        if (!(error instanceof RecallRefused)) throw error;
      }
    }
  };
