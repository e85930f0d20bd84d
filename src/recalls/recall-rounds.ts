import { type Kysely, sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { RecalledRun } from "../contract/recall.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { Schema } from "../store/schema.ts";
import { createOwnerNotices, type NoticeDeps } from "./owner-notices.ts";
import { type RecallRow, returnedFor } from "./recall-store.ts";
import { recalledRuns } from "./recalled-runs.ts";

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
