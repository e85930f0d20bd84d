import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { limits } from "../limits/limits.ts";
import { queueMail } from "../store/queue-mail.ts";
import type { Row, Schema } from "../store/schema.ts";
import type { MailOrder } from "./mail-orders.ts";
import type { Mailer, MailerLog } from "./mailer.ts";
import type { Mail } from "./outbox.ts";
import { type SignInThrottle, TooManyAttempts } from "./sign-in-throttle.ts";

interface QueueDeps {
  db: Kysely<Schema>;
  clock: Clock;
  mailer: Mailer;
  throttle: SignInThrottle;
  log: MailerLog;
  write(order: MailOrder): Promise<Mail | null>;
}

const MINUTE_MS = 60_000;
/** Delays after each failure; after the last one the mail is dropped. */
const waitsMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** Longer than the mail server's timeout: another process sends a dead process's mail after it. */
const LEASE_MS = 5 * MINUTE_MS;
const LOOK_MS = 30_000;

export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * Queues mails in the store and sends them one by one, after the response. So a response takes the same time whether its
 * address has an account or not, a slow or dead mail server delays nobody, and a restart loses no mail.
 */
export function createMailQueue({ db, clock, mailer, throttle, log, write }: QueueDeps) {
  const rounds = periodicTask({
    clock,
    pauseMs: LOOK_MS,
    run: sendDue,
    onError: (error) => log.error({ err: error }, "mails could not be looked up; they wait"),
  });
  rounds.start();

  async function sendDue(signal: AbortSignal): Promise<void> {
    for (let row = await take(signal); row; row = await take(signal)) await attempt(row);
  }

  /** Claims the mail that has been due longest, until its lease ends. */
  async function take(signal: AbortSignal): Promise<Row<"mail_queue"> | null> {
    while (!signal.aborted) {
      const due = await db
        .selectFrom("mail_queue")
        .select(["id", "attempt_at"])
        .where("attempt_at", "<=", clock.now())
        .orderBy("attempt_at")
        .limit(1)
        .executeTakeFirst();
      if (!due) return null;
      const row = await db
        .updateTable("mail_queue")
        .set({ attempt_at: clock.now() + LEASE_MS })
        .where("id", "=", due.id)
        .where("attempt_at", "=", due.attempt_at)
        // As it is now: a notice may have been added to it since.
        .returningAll()
        .executeTakeFirst();
      if (row) return row;
    }
    return null;
  }

  async function attempt(row: Row<"mail_queue">): Promise<void> {
    const { id, kind, attempts } = row;
    const isSent = await isDone(row).catch((error) => void log.error({ err: error }, "a mail could not be written"));
    const wait = waitsMs[Number(attempts)];
    if (isSent || wait === undefined) {
      if (!isSent) log.error({ kind, attempts }, "a mail was given up");
      await db.deleteFrom("mail_queue").where("id", "=", id).execute();
      return;
    }
    const next = { attempts: Number(attempts) + 1, attempt_at: clock.now() + wait };
    await db.updateTable("mail_queue").set(next).where("id", "=", id).execute();
  }

  async function isDone(row: Row<"mail_queue">): Promise<boolean> {
    const mail = await write(orderOf(row));
    if (!mail) return true;
    // An owner must receive a notice or a recall, however many mails they have had; watches have their own limit.
    const isLimited = !UNLIMITED.has(row.kind) && Number(row.attempts) === 0;
    return (isLimited && !(await mayHaveMore(mail))) || mailer.send(mail);
  }

  const mayHaveMore = ({ to, subject }: Mail): Promise<boolean> =>
    throttle.count("mail by receiver", to).then(
      () => true,
      (error) => {
        if (!(error instanceof TooManyAttempts)) throw error;
        log.info({ subject }, "a mail was held back: its receiver has had many in this hour");
        return false;
      },
    );

  return {
    async add(order: MailOrder): Promise<void> {
      const { waiting } = await db
        .selectFrom("mail_queue")
        .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
        .executeTakeFirstOrThrow();
      // A user can request another mail, but nobody requests a notice: a flood of other mails must not hold it back.
      if (Number(waiting) >= limits.mailsWaiting.max && order.kind !== "notice") {
        log.error({}, "a mail was dropped: too many are queued");
        return;
      }
      await queueMail(db, {
        kind: order.kind,
        email: order.email,
        person_id: "accountId" in order ? order.accountId : null,
        about: "about" in order ? order.about : null,
        at: clock.now(),
      });
      void rounds.soon();
    },
    /** Drops mails that someone else may have asked for. What nobody asks for still reaches the owner. */
    async dropAllOf(accountId: string): Promise<void> {
      const own = db.deleteFrom("mail_queue").where("person_id", "=", accountId);
      await own.where("kind", "not in", UNASKED).execute();
    },
    /** Resolves when all due mails have been tried. */
    sent: rounds.soon,
    /** Finishes the mail being sent; the rest waits for the next start. */
    close: rounds.close,
  };
}

const UNASKED: Array<MailOrder["kind"]> = ["notice", "recall", "news"];
const UNLIMITED = new Set<string>(["notice", "watch", "recall", "work", "news"] satisfies Array<MailOrder["kind"]>);

const orderOf = ({ kind, person_id, email, about }: Row<"mail_queue">): MailOrder =>
  ({ kind, email, ...(person_id !== null && { accountId: person_id }), ...(about !== null && { about }) }) as MailOrder;
