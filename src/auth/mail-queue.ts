import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { type Message, messageDeliverer, queueMail } from "../store/messages.ts";
import type { Schema } from "../store/schema.ts";
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

/** Longest wait between two tries while the mail server is away. */
const CAP_MS = 6 * 3_600_000;

export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * Queues mails in the store and sends them one by one, after the response. So a response takes the same time whether its
 * address has an account or not, a slow or dead mail server delays nobody, and a restart loses no mail.
 */
export function createMailQueue({ db, clock, mailer, throttle, log, write }: QueueDeps) {
  const rounds = messageDeliverer({ db, clock, log, kinds: Object.keys(rules), capMs: CAP_MS, deliver });
  rounds.start();

  async function deliver(row: Message): Promise<boolean> {
    const mail = await write(orderOf(row));
    if (!mail) return true;
    // An owner must receive a notice or a recall, however many mails they have had; watches have their own limit.
    const isLimited = rules[row.kind as MailOrder["kind"]] === "asked for" && Number(row.attempts) === 0;
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
      await own.where("kind", "not in", keptKinds).execute();
    },
    /** Resolves when all due mails have been tried. */
    sent: rounds.soon,
    /** Finishes the mail being sent; the rest waits for the next start. */
    close: rounds.close,
  };
}

/** What anybody can ask for is limited by recipient. `dropAllOf` drops that and what is marked so; the rest is kept. */
const rules: Record<MailOrder["kind"], "asked for" | "dropped" | "kept"> = {
  confirm: "asked for",
  change: "asked for",
  reset: "asked for",
  allow: "asked for",
  invite: "asked for",
  watch: "dropped",
  work: "dropped",
  recall: "kept",
  news: "kept",
  notice: "kept",
};
const keptKinds = Object.keys(rules).filter((kind) => rules[kind as MailOrder["kind"]] === "kept");

const orderOf = ({ kind, person_id, email, about }: Message): MailOrder =>
  ({ kind, email, ...(person_id !== null && { accountId: person_id }), ...(about !== null && { about }) }) as MailOrder;
