import { type Kysely, sql } from "kysely";
import { appendAudit } from "../accounts/audit-log.ts";
import type { Clock } from "../base/clock.ts";
import type { Operation } from "../contract/operation.ts";
import { WITHDRAWABLE_MS } from "../contract/recall.ts";
import { createLearnedStore } from "../health/health-store.ts";
import { createIncidentStore } from "../health/incident-store.ts";
import { unpackValues } from "../health/memory.ts";
import type { Incident } from "../health/types.ts";
import { tuning } from "../health/values/tuning.ts";
import { STORED_MS } from "../metering/result-store.ts";
import type { Schema } from "../store/schema.ts";
import { deliveredCalls, runReader } from "./delivered-calls.ts";
import { type Confirmed, judgedCalls, type Selection, type WrongSpan } from "./judged-calls.ts";
import { type RecallRow, returnedFor, writeItems } from "./recall-store.ts";
import { changeOf } from "./shown-change.ts";

/** The newest incidents that are looked at for others about the same field. */
const OTHERS = 500;
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
    const known = await readConfirmed(db, incident.operation, span.field);
    const confirmed = { ...known, spoilt: await otherSpans(incident) };
    return { incident, span, ...(await judgedCalls(calls, span, confirmed, runReader(db, reader))) };
  }

  async function otherSpans({ no, operation, field }: Incident): Promise<WrongSpan[]> {
    const page = { open: false, source: null, cursor: null, limit: OTHERS };
    const { rows: all } = await createIncidentStore(db).listIncidents(page);
    const others = all.filter((one) => one.no !== no && one.operation === operation && one.field === field);
    return others.flatMap((one) => (one.details.accepted || one.kind !== "drift" ? [] : wrongSpan(one, clock.now())));
  }

  /** Writes the recall, or what is known since of the one that there is. Returns how many calls are new in it. */
  async function create(
    { incident, span, affected, undecided }: RecallPlan,
    { by, includeUndecided = false }: { by: string; includeUndecided?: boolean },
  ): Promise<{ recall: RecallRow; added: number }> {
    const wrong = [
      ...affected,
      ...(includeUndecided ? undecided.map((call) => ({ ...call, records: call.results })) : []),
    ];
    const unknown = includeUndecided ? [] : undecided.map((call) => ({ ...call, records: 0 }));
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
      const { added, isNews } = await writeItems(trx, recall.no, { wrong, unknown }, now);
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
      if (!isNews) return { recall, added };
      await trx.updateTable("recalls").set({ finished_at: null }).where("no", "=", recall.no).execute();
      const after = { calls: added, incident: incident.no };
      await appendAudit(trx, { at: now, who: by, what: "recall", subject: `recall ${recall.no}`, before: null, after });
      return { recall: { ...recall, finished_at: null }, added };
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

/** What the service's canaries have confirmed of an operation's requests. */
async function readConfirmed(db: Kysely<Schema>, operation: string, field: string): Promise<Confirmed> {
  const row = await createLearnedStore(db).baselineOf(operation);
  const { callers = null, times = [] } = row ? unpackValues(row.state) : {};
  return { state: callers, wellAt: new Map(times).get(field)?.well ?? Number.NEGATIVE_INFINITY };
}

/** The span of an incident about values. Throws for one that has no wrong records. */
export function wrongSpan({ no, kind, field, details, opened_at, closed_at }: Incident, now: number): WrongSpan {
  const { measure, first_seen, last_well, accepted } = details;
  if (kind !== "drift" || field === null || measure === undefined || measure === "latency") {
    throw new RecallRefused(`Incident ${no} is not about values or rows, so it has no wrong records.`);
  }
  if (accepted) throw new RecallRefused(`Incident ${no} was accepted: its values were right.`);
  const firstSeen = Math.min(first_seen ?? opened_at, opened_at);
  return {
    field,
    change: changeOf({ ...details, measure }),
    firstSeen,
    // The first wrong call may have been the first of its request, which shows nothing.
    from: Math.min(last_well ?? firstSeen - tuning.forgottenAfterMs, firstSeen),
    isVouched: last_well !== undefined,
    to: closed_at ?? now,
  };
}
