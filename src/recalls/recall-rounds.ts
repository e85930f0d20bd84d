import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { readConfirmedAddress } from "../accounts/account-row.ts";
import type { Clock } from "../base/clock.ts";
import type { RecallView } from "../contract/recall.ts";
import type { MeteringService } from "../metering/metering.ts";
import { unpackJson } from "../store/packing.ts";
import type { Schema } from "../store/schema.ts";
import { deliveredRecords } from "./delivered-calls.ts";
import { recallMail } from "./recall-mail.ts";
import { createRecallViews, type RecallRow, returnedFor } from "./recall-store.ts";

/** Charges returned in one batch of the ledger. */
const AT_ONCE = 100;

export type RecallEvent = "records.recalled" | "records.corrected";

/** Wrong values of a watch: the recall (null once it is withdrawn), and the right records if they are known. */
export interface RecalledPoints {
  jobId: string;
  accountId: string;
  field: string;
  recall: number | null;
  records: Array<Record<string, unknown>> | null;
}

export interface RoundDeps {
  db: Kysely<Schema>;
  clock: Clock;
  metering: Pick<MeteringService, "recall">;
  /** Puts the points of a watch right, if the request is one of its runs. */
  rewritePoints?(run: RecalledPoints): Promise<void>;
  /** Puts an event into the outbox of the account's webhooks; the same subject is sent once. */
  publish(event: { event: RecallEvent; accountId: string; subject: string; data: RecallView }): Promise<void>;
}

/**
 * Pays and tells what the rows say is left. Any process may do it, several at once, and after any crash: a charge is
 * returned once by its key in the store, and an owner is told in the transaction that notes it.
 */
export function createRecallRounds({ db, clock, metering, publish, rewritePoints = async () => {} }: RoundDeps) {
  const views = createRecallViews(db);

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

  /** Tells an owner once: the event is deduplicated by its subject, the mail by the time that is noted with it. */
  async function tell({ no, withdrawn_at }: RecallRow, accountId: string): Promise<void> {
    const data = await views.find(accountId, no);
    const now = clock.now();
    if (data) {
      const subject = `${no} ${accountId} ${data.requests}${withdrawn_at === null ? "" : " withdrawn"}`;
      await publish({ event: "records.recalled", accountId, subject, data });
    }
    const email = data && (await readConfirmedAddress(db, accountId));
    await db.transaction().execute(async (trx) => {
      let untold = trx
        .updateTable("recall_owners")
        .set({ told_at: now })
        .where("recall_no", "=", no)
        .where("account_id", "=", accountId);
      untold = untold.where(({ or, eb }) => or([eb("told_at", "is", null), eb("told_at", "<=", withdrawn_at ?? 0)]));
      const { numUpdatedRows } = await untold.executeTakeFirst();
      if (numUpdatedRows === 0n || !email || !data) return;
      await trx
        .insertInto("mail_queue")
        .values({
          id: mailId(`${no} ${accountId} ${data.requests} ${withdrawn_at}`),
          kind: "recall",
          person_id: accountId,
          email,
          about: recallMail(data),
          asked_at: now,
          attempts: 0,
          attempt_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  /** Tells an owner, once after each reading, that there are corrected records. */
  async function tellCorrected({ no }: RecallRow, accountId: string): Promise<void> {
    const own = db.selectFrom("recall_items").where("recall_no", "=", no).where("account_id", "=", accountId);
    const { newest } = await own
      .select(({ fn }) => fn.max<number>("corrected_at").as("newest"))
      .executeTakeFirstOrThrow();
    const owner = db.updateTable("recall_owners").where("recall_no", "=", no).where("account_id", "=", accountId);
    const data = newest === null ? null : await views.find(accountId, no);
    if (!data) return;
    await publish({ event: "records.corrected", accountId, subject: `${no} ${accountId} ${newest}`, data });
    await owner.set({ corrected_told_at: newest }).execute();
  }

  /** Schedules must not take wrong values for true ones, nor compare later ones with them. */
  async function markPoints({ no, field, withdrawn_at }: RecallRow): Promise<void> {
    const runs = await db
      .selectFrom("recall_items")
      .innerJoin("jobs", "jobs.id", "recall_items.request_id")
      .whereRef("jobs.account_id", "=", "recall_items.account_id")
      .where("jobs.schedule_id", "is not", null)
      .where("recall_no", "=", no)
      .orderBy("request_no")
      .select(["request_no", "request_id", "recall_items.account_id", "corrected"])
      .execute();
    for (const { request_no, request_id: jobId, account_id: accountId, corrected } of runs) {
      const about = { jobId, accountId, field };
      if (withdrawn_at === null) {
        await rewritePoints({ ...about, recall: no, records: corrected && (await unpackJson(corrected)) });
      } else await rewritePoints({ ...about, recall: null, records: await deliveredRecords(db, request_no) });
    }
  }

  async function finish(recall: RecallRow): Promise<void> {
    const { no, withdrawn_at } = recall;
    if (withdrawn_at === null) await pay(recall);
    await sumUp(recall);
    await markPoints(recall);
    const owners = await db.selectFrom("recall_owners").where("recall_no", "=", no).selectAll().execute();
    const isUntold = ({ told_at, points }: (typeof owners)[number]): boolean => {
      if (withdrawn_at === null) return told_at === null;
      // Who has neither heard of a recall nor been paid hears nothing of its end.
      return told_at === null ? points > 0 : told_at <= withdrawn_at;
    };
    for (const { account_id } of owners.filter(isUntold)) await tell(recall, account_id);
    if (withdrawn_at === null) for (const { account_id } of owners) await tellCorrected(recall, account_id);
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

const mailId = (text: string): string => createHash("sha256").update(`recall ${text}`).digest("hex").slice(0, 32);
