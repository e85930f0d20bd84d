import { createHash } from "node:crypto";
import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { readConfirmedAddress } from "../accounts/account-row.ts";
import type { Clock } from "../base/clock.ts";
import type { RecallView } from "../contract/recall.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { createRecallViews, type RecallRow } from "./recall-store.ts";

export type RecallEvent = "records.recalled" | "records.corrected";

export interface NoticeDeps {
  db: Kysely<Schema>;
  clock: Clock;
  /** Puts an event into the outbox of the account's webhooks; the same subject is sent once. */
  publish(event: { event: RecallEvent; accountId: string; subject: string; data: RecallView }): Promise<void>;
}

/** Tells owners once, by event and mail: the event is deduplicated by its subject, the mail by the time noted with it. Notices of a
 * few minutes are one mail. */
export function createOwnerNotices({ db, clock, publish }: NoticeDeps) {
  const views = createRecallViews(db);

  /** Writes the mail if `note` says that nobody has yet. */
  async function mailOnce(
    accountId: string,
    { id, about }: { id: string; about: string },
    note: (trx: Transaction<Schema>) => Promise<boolean>,
  ): Promise<void> {
    const email = await readConfirmedAddress(db, accountId);
    const now = clock.now();
    await db.transaction().execute(async (trx) => {
      if (!(await note(trx)) || !email || (await joinWaiting(trx, accountId, email, about))) return;
      const own = { kind: "recall", person_id: accountId, email, about };
      const mail = { ...own, asked_at: now, attempts: 0, attempt_at: now + DIGEST_MS };
      await trx
        .insertInto("mail_queue")
        .values({ id: mailId(id), ...mail })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  /** Adds a notice to the owner's mail that waits. One that is being sent has another time, and stays as it is. */
  async function joinWaiting(
    trx: Transaction<Schema>,
    accountId: string,
    email: string,
    about: string,
  ): Promise<boolean> {
    const waiting = trx
      .selectFrom("mail_queue")
      .where("person_id", "=", accountId)
      .where("kind", "=", "recall")
      .where("email", "=", email)
      .where(isWaiting);
    const mail = await waiting.select(["id", "about"]).executeTakeFirst();
    if (!mail?.about) return false;
    const same = trx.updateTable("mail_queue").where("id", "=", mail.id).where("about", "=", mail.about);
    return changesRow(same.set({ about: joinedMail(mail.about, about) }).where(isWaiting));
  }

  const owner = (trx: Transaction<Schema>, { no }: RecallRow, accountId: string) =>
    trx.updateTable("recall_owners").where("recall_no", "=", no).where("account_id", "=", accountId);

  return {
    /** Says that records were wrong, or that the recall is withdrawn. */
    async recalled(recall: RecallRow, accountId: string): Promise<void> {
      const { no, withdrawn_at } = recall;
      const data = await views.find(accountId, no);
      if (!data) return;
      const counts = `${data.requests} ${data.unchecked}`;
      const subject = `${no} ${accountId} ${counts}${withdrawn_at === null ? "" : " withdrawn"}`;
      await publish({ event: "records.recalled", accountId, subject, data });
      const mail = { id: `recall ${no} ${accountId} ${counts} ${withdrawn_at}`, about: recallMail(data) };
      await mailOnce(accountId, mail, (trx) =>
        changesRow(
          owner(trx, recall, accountId)
            .where(({ or, eb }) => or([eb("told_at", "is", null), eb("told_at", "<=", withdrawn_at ?? 0)]))
            .set({ told_at: clock.now() }),
        ),
      );
    },

    /** Says, once after each reading, that there are corrected records. */
    async corrected(recall: RecallRow, accountId: string): Promise<void> {
      const { newest } = await db
        .selectFrom("recall_items")
        .where("recall_no", "=", recall.no)
        .where("account_id", "=", accountId)
        .select(({ fn }) => fn.max<number>("corrected_at").as("newest"))
        .executeTakeFirstOrThrow();
      const data = newest === null ? null : await views.find(accountId, recall.no);
      if (!data) return;
      const subject = `${recall.no} ${accountId} ${newest}`;
      await publish({ event: "records.corrected", accountId, subject, data });
      await mailOnce(accountId, { id: `corrected ${subject}`, about: correctedMail(data) }, (trx) =>
        changesRow(
          owner(trx, recall, accountId)
            .where(({ or, eb }) => or([eb("corrected_told_at", "is", null), eb("corrected_told_at", "<", newest)]))
            .set({ corrected_told_at: newest }),
        ),
      );
    },
  };
}

/** Recalls often come together, one for each field that was wrong: their notices are one mail. */
export const DIGEST_MS = 2 * 60_000;

const isWaiting = (eb: ExpressionBuilder<Schema, "mail_queue">) =>
  eb("attempt_at", "=", eb("asked_at", "+", DIGEST_MS));

const mailId = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const calls = (count: number): string => (count === 1 ? "1 of your calls" : `${count} of your calls`);

const points = (count: number): string => (count === 1 ? "1 point was" : `${count} points were`);

const path = (operation: string): string => operation.slice("/api/".length);

const page = ({ id }: RecallView): string => `/recalled/${id}`;

/** Builds the mail: its subject, the page it links to, and what happened. */
function recallMail(recall: RecallView): string {
  const { operation, field, from, to, requests, unchecked, points: returned, reason, withdrawn_at } = recall;
  if (withdrawn_at !== null) {
    return [
      `A recall of ${path(operation)} was withdrawn`,
      page(recall),
      `The records of ${calls(requests)} of ${path(operation)} were right after all. ${points(returned)} returned: they stay yours.`,
    ].join("\n");
  }
  const when = `Between ${minute(from)} and ${minute(to)}`;
  const wrong = [
    `${when}, ${calls(requests)} of ${path(operation)} returned wrong values of "${field}".`,
    `${points(returned)} returned to your account.`,
  ];
  const unknown = [
    `${when}, ${calls(unchecked)} of ${path(operation)} may have returned wrong values of "${field}": they could not be checked.`,
    "Make these calls again, and compare. Points are returned for those that turn out to be wrong.",
  ];
  return [
    requests > 0
      ? `${path(operation)}: ${field} was wrong in ${calls(requests)}`
      : `${path(operation)}: ${field} may have been wrong in ${calls(unchecked)}`,
    page(recall),
    reason,
    ...(requests > 0 ? wrong : []),
    ...(unchecked > 0 ? unknown : []),
  ].join("\n");
}

/** The same for records that were read again. */
function correctedMail(recall: RecallView): string {
  const { id, operation, field, corrected } = recall;
  return [
    `${path(operation)}: corrected records of ${calls(corrected)}`,
    page(recall),
    `"${field}" was wrong in ${calls(corrected)} of ${path(operation)}. Their pages were read again with the repaired reader.`,
    `The corrected records are on the page below, and at GET /recalls/${id}/records. They are free.`,
  ].join("\n");
}

const DIGEST = /^(\d+) notices about records that you received$/;

/** How many notices a mail has. */
export const noticeCount = (about: string): number => Number(DIGEST.exec(about.split("\n", 1)[0]!)?.[1] ?? 1);

/** One mail for two: a mail that waits, which may be several already, and the next. */
function joinedMail(waiting: string, next: string): string {
  const [subject, , ...lines] = waiting.split("\n");
  const [nextSubject, , ...nextLines] = next.split("\n");
  const count = noticeCount(waiting);
  const first = count === 1 ? [subject, ...lines] : lines;
  return [
    `${count + 1} notices about records that you received`,
    "/recalled",
    ...first,
    "",
    nextSubject,
    ...nextLines,
  ].join("\n");
}
