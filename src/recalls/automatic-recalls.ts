import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Incident } from "../health/types.ts";
import { UNHEARD_OF } from "../health/values/verdict.ts";
import type { Schema } from "../store/schema.ts";
import { RecallRefused, type Recalls } from "./recalls.ts";

/** Incidents that ended longer ago are left to the operator. */
const RECENT_MS = 86_400_000;
/** What is confirmed grows with the canary. */
const JUDGED_EVERY_MS = 15 * 60_000;

export interface AutomaticDeps {
  db: Kysely<Schema>;
  clock: Clock;
  recalls: Recalls;
  isAutomatic: boolean;
  findIncident(no: number): Promise<Incident | null>;
  log: { info(details: object, message: string): void };
}

/**
 * Recalls what an incident has spoilt once it is over, if its change is one that no shop makes by itself. Every recall is
 * judged again while more is confirmed. One that an operator has withdrawn is left alone.
 */
export function createAutomaticRecalls({ db, clock, recalls, isAutomatic, findIncident, log }: AutomaticDeps) {
  const judgedAt = new Map<number, number>();

  return async (): Promise<void> => {
    const now = clock.now();
    const ended = await db
      .selectFrom("incidents")
      .leftJoin("recalls", "recalls.incident_no", "incidents.no")
      .where("incidents.kind", "=", "drift")
      .where("incidents.closed_at", ">", now - RECENT_MS)
      .where("recalls.withdrawn_at", "is", null)
      .orderBy("incidents.no")
      .select(["incidents.no", "recalls.no as recall", "recalls.created_by"])
      .execute();
    for (const { no, recall, created_by } of ended) {
      if (now - (judgedAt.get(no) ?? Number.NEGATIVE_INFINITY) < JUDGED_EVERY_MS) continue;
      judgedAt.set(no, now);
      const incident = await findIncident(no);
      const { measure } = incident?.details ?? {};
      if (!incident || !measure || (recall === null && !(isAutomatic && UNHEARD_OF.has(measure)))) continue;
      try {
        const plan = await recalls.plan(incident);
        if (recall === null && plan.affected.length + plan.undecided.length === 0) continue;
        const made = await recalls.create(plan, { by: created_by ?? "automatic" });
        if (made.added > 0) log.info({ incident: no, recall: made.recall.no, calls: made.added }, "calls recalled");
      } catch (error) {
        if (!(error instanceof RecallRefused)) throw error;
      }
    }
  };
}
