import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { RecalledRun } from "../contract/recall.ts";
import type { MeteringService } from "../metering/metering.ts";
import { unpackJson } from "../store/packing.ts";
import type { Schema } from "../store/schema.ts";
import { deliveredRecords } from "./delivered-calls.ts";
import { createOwnerNotices, type NoticeDeps } from "./owner-notices.ts";
import { type RecallRow, returnedFor } from "./recall-store.ts";

/** Charges returned in one batch of the ledger. */
const AT_ONCE = 100;

export interface RoundDeps extends NoticeDeps {
  db: Kysely<Schema>;
  clock: Clock;
  metering: Pick<MeteringService, "recall">;
  /** Puts right what a schedule has learned from such a run. */
  rewriteRun?(run: RecalledRun): Promise<void>;
}

/**
 * Pays and tells what the rows say is left. Any process may do it, several at once, and after any crash: a charge is
 * returned once by its key in the store, and an owner is notified in the transaction that records it.
 */
export function createRecallRounds(deps: RoundDeps) {
  const { db, clock, metering, rewriteRun = async () => {} } = deps;
  const notices = createOwnerNotices(deps);

  /** Returns the charges of a recall that are not returned yet. */
  async function pay({ no: recallNo }: RecallRow): Promise<void> {
    for (;;) {
      const items = await db
        .selectFrom("recall_items")
        .leftJoin("requests", "requests.no", "recall_items.request_no")
        .where("recall_no", "=", recallNo)
        .where("points", "is", null)
        .orderBy("request_no")
        .limit(AT_ONCE)
        .select(["request_no as no", "recall_items.account_id as accountId", "requests.key_id as keyId"])
        .execute();
      if (items.length === 0) return;
      // A request whose row is gone has nothing to return.
      const known = items.flatMap(({ keyId, ...item }) => (keyId === null ? [] : [{ ...item, keyId, recallNo }]));
      await Promise.all(known.map((item) => metering.recall(item)));
      await db
        .updateTable("recall_items")
        .set({ points: returnedFor })
        .where("recall_no", "=", recallNo)
        .where(
          "request_no",
          "in",
          items.map(({ no }) => no),
        )
        .execute();
    }
  }

  const sumUp = ({ no }: RecallRow) =>
    db
      .updateTable("recall_owners")
      .set({
        points: sql<number>`(select coalesce(sum(points), 0) from recall_items where
          recall_items.recall_no = recall_owners.recall_no and recall_items.account_id = recall_owners.account_id)`,
      })
      .where("recall_no", "=", no)
      .execute();

  async function finish(recall: RecallRow): Promise<void> {
    const { no, withdrawn_at } = recall;
    if (withdrawn_at === null) await pay(recall);
    await sumUp(recall);
    // Schedules must not take wrong values for true ones, nor compare later ones with them.
    for await (const run of recalledRuns(db, recall)) await rewriteRun(run);
    const owners = await db.selectFrom("recall_owners").where("recall_no", "=", no).selectAll().execute();
    const isUntold = ({ told_at, points }: (typeof owners)[number]): boolean => {
      if (withdrawn_at === null) return told_at === null;
      // Who has neither heard of a recall nor been paid hears nothing of its end.
      return told_at === null ? points > 0 : told_at <= withdrawn_at;
    };
    for (const { account_id } of owners.filter(isUntold)) await notices.recalled(recall, account_id);
    if (withdrawn_at === null) for (const { account_id } of owners) await notices.corrected(recall, account_id);
    const done = db.updateTable("recalls").set({ finished_at: clock.now() }).where("no", "=", no);
    const same = withdrawn_at === null ? done.where("withdrawn_at", "is", null) : done;
    await same
      // Calls that were added meanwhile are for the next round.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("recall_items").where("recall_no", "=", no).where("points", "is", null).select("recall_no"),
          ),
        ),
      )
      .execute();
  }

  return {
    /** Does what is left of all recalls. */
    async round(): Promise<void> {
      const open = await db
        .selectFrom("recalls")
        .where("finished_at", "is", null)
        .orderBy("created_at")
        .selectAll()
        .execute();
      for (const recall of open) await finish(recall);
    },
  };
}

type Records = Array<Record<string, unknown>>;

/** The runs of schedules that a recall names, oldest first. */
async function* recalledRuns(db: Kysely<Schema>, { no, field, withdrawn_at }: RecallRow): AsyncGenerator<RecalledRun> {
  const runs = await db
    .selectFrom("recall_items")
    .innerJoin("jobs", "jobs.id", "recall_items.request_id")
    .innerJoin("requests", "requests.no", "recall_items.request_no")
    .whereRef("jobs.account_id", "=", "recall_items.account_id")
    // A direct call may have been sent with a job's id.
    .where("requests.door", "=", "jobs")
    .where("jobs.schedule_id", "is not", null)
    .where("recall_no", "=", no)
    .where("is_checked", "=", 1)
    .orderBy("request_no")
    .select(["request_no", "jobs.id as jobId", "recall_items.account_id", "corrected", "schedule_id"])
    .execute();
  for (const { request_no, jobId, account_id: accountId, corrected, schedule_id } of runs) {
    const delivered = await deliveredRecords(db, request_no);
    const before = await recordsBefore(db, schedule_id!, request_no);
    const about = { jobId, accountId, field, delivered, before };
    if (withdrawn_at !== null) yield { ...about, recall: null, records: delivered };
    else yield { ...about, recall: no, records: corrected && (await unpackJson<Records>(corrected)) };
  }
}

/** The records of the last run of the same schedule that no recall names. */
async function recordsBefore(db: Kysely<Schema>, scheduleId: string, requestNo: number): Promise<Records | null> {
  const good = await db
    .selectFrom("jobs")
    .innerJoin("requests", "requests.request_id", "jobs.id")
    .whereRef("requests.account_id", "=", "jobs.account_id")
    .where("jobs.schedule_id", "=", scheduleId)
    .where("requests.door", "=", "jobs")
    .where("requests.status", "=", 200)
    .where("requests.recalled", "is", null)
    .where("requests.no", "<", requestNo)
    .orderBy("requests.no", "desc")
    .select("requests.no")
    .executeTakeFirst();
  return good ? deliveredRecords(db, good.no) : null;
}
