import { type Kysely, sql } from "kysely";
import { appendAudit } from "../accounts/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Operation } from "../contract/operation.ts";
import { WITHDRAWABLE_MS } from "../contract/recall.ts";
import type { Incident } from "../health/types.ts";
import { tuning } from "../health/values/tuning.ts";
import { STORED_MS } from "../metering/result-store.ts";
import type { Schema } from "../store/schema.ts";
import { type AffectedCall, affectedCalls, type Selection, type WrongSpan } from "./affected-calls.ts";
import { type DeliveredCall, deliveredCalls, recordReader } from "./delivered-calls.ts";
import { addItems, type RecallRow, returnedFor } from "./recall-store.ts";

/** How long the pages of recalled calls are kept. */
const PAGES_KEPT_MS = 30 * 86_400_000;

export interface RecallDeps {
  db: Kysely<Schema>;
  clock: Clock;
  operation(path: string): Operation | undefined;
}

/** What a recall of an incident would do. */
export interface RecallPlan extends Selection {
  incident: Incident;
  span: WrongSpan;
}

/** An incident, or a recall, with which this cannot be done; the message says why. */
export class RecallRefused extends Error {}

export type Recalls = ReturnType<typeof createRecalls>;

/** Finds the calls that an incident has spoilt, and recalls them. Paying and telling is for `recall-rounds.ts`. */
export function createRecalls({ db, clock, operation }: RecallDeps) {
  async function plan(incident: Incident): Promise<RecallPlan> {
    const span = wrongSpan(incident, clock.now());
    const reader = operation(incident.operation);
    if (!reader) throw new RecallRefused(`There is no operation ${incident.operation} any more.`);
    const calls = await deliveredCalls(db, incident.operation, { from: span.from - STORED_MS, to: clock.now() });
    return { incident, span, ...(await affectedCalls(calls, span, recordReader(db, reader))) };
  }

  /** Writes the recall, or adds what was found since to the one that there is. Returns how many calls are new in it. */
  async function create(
    { incident, span, affected, undecided }: RecallPlan,
    { by, includeUndecided = false }: { by: string; includeUndecided?: boolean },
  ): Promise<{ recall: RecallRow; added: number }> {
    const calls = [...affected, ...(includeUndecided ? undecided.map(asAffected) : [])];
    const now = clock.now();
    return db.transaction().execute(async (trx) => {
      const row = {
        active_for: incident.no,
        incident_no: incident.no,
        source: incident.source,
        operation: incident.operation,
        field: span.field,
        reason: incident.reason,
        from_at: span.from,
        to_at: span.to,
        created_at: now,
        created_by: by,
        withdrawn_at: null,
        finished_at: null,
      };
      const recall = await trx
        .insertInto("recalls")
        .values(row)
        .onConflict((conflict) => conflict.column("active_for").doUpdateSet({ to_at: span.to }))
        .returningAll()
        .executeTakeFirstOrThrow();
      const added = await addItems(trx, recall.no, calls, now);
      // Their pages are needed until they are read again.
      await trx
        .updateTable("kept_pages")
        .set({ expires_at: now + PAGES_KEPT_MS })
        .where(
          "request_no",
          "in",
          trx.selectFrom("recall_items").where("recall_no", "=", recall.no).select("request_no"),
        )
        .execute();
      if (added > 0) await trx.updateTable("recalls").set({ finished_at: null }).where("no", "=", recall.no).execute();
      const after = { calls: added, incident: incident.no };
      await appendAudit(trx, { at: now, who: by, what: "recall", subject: `recall ${recall.no}`, before: null, after });
      return { recall: { ...recall, finished_at: added > 0 ? null : recall.finished_at }, added };
    });
  }

  /** What is not paid stays unpaid, who was not told stays untold, and the marks on requests go. */
  async function withdraw(incidentNo: number, by: string): Promise<RecallRow> {
    const now = clock.now();
    return db.transaction().execute(async (trx) => {
      const recall = await trx
        .selectFrom("recalls")
        .where("active_for", "=", incidentNo)
        .selectAll()
        .executeTakeFirst();
      if (!recall) throw new RecallRefused(`Incident ${incidentNo} has no recall.`);
      if (now - recall.created_at >= WITHDRAWABLE_MS) {
        throw new RecallRefused(`Recall ${recall.no} is more than an hour old: it can no longer be withdrawn.`);
      }
      const { no } = recall;
      const withdrawn = { withdrawn_at: now, active_for: null, finished_at: null };
      await trx.updateTable("recalls").set(withdrawn).where("no", "=", no).execute();
      const items = trx.selectFrom("recall_items").where("recall_no", "=", no).select("request_no");
      // Another recall may name the same request.
      await trx
        .updateTable("requests")
        .set(({ selectFrom }) => ({
          recalled: selectFrom("recall_items")
            .innerJoin("recalls", "recalls.no", "recall_items.recall_no")
            .whereRef("recall_items.request_no", "=", "requests.no")
            .where("recalls.no", "!=", no)
            .where("recalls.withdrawn_at", "is", null)
            .select(({ fn }) => fn.min<number>("recalls.no").as("no")),
        }))
        .where("recalled", "=", no)
        .where("no", "in", items)
        .execute();
      const unpaid = sql<boolean>`not exists (select 1 from returned_charges
        where returned_charges.request_no = recall_items.request_no and returned_charges.recall_no = ${no})`;
      await trx
        .deleteFrom("recall_items")
        .where("recall_no", "=", no)
        .where("points", "is", null)
        .where(unpaid)
        .execute();
      await trx
        .updateTable("recall_items")
        .set({ points: returnedFor })
        .where("recall_no", "=", no)
        .where("points", "is", null)
        .execute();
      const change = { before: { withdrawn: false }, after: { withdrawn: true } };
      await appendAudit(trx, { at: now, who: by, what: "recall withdrawn", subject: `recall ${no}`, ...change });
      return { ...recall, ...withdrawn };
    });
  }

  return { plan, create, withdraw };
}

const asAffected = (call: DeliveredCall): AffectedCall => ({ ...call, records: call.results });

/** The span of an incident about values. Throws for one that has no wrong records. */
export function wrongSpan({ no, kind, field, details, opened_at, closed_at }: Incident, now: number): WrongSpan {
  const { measure, before, after, first_seen, accepted } = details;
  if (kind !== "drift" || field === null || measure === undefined || measure === "latency") {
    throw new RecallRefused(`Incident ${no} is not about values or rows, so it has no wrong records.`);
  }
  if (accepted) throw new RecallRefused(`Incident ${no} was accepted: its values were right.`);
  const firstSeen = Math.min(first_seen ?? opened_at, opened_at);
  return {
    field,
    details: { measure, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    firstSeen,
    // The first wrong call may have been the first of its request, which shows nothing.
    from: firstSeen - tuning.forgottenAfterMs,
    to: closed_at ?? now,
  };
}
