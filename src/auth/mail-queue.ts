import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Row, Schema } from "../store/schema.ts";
import type { MailOrder } from "./mail-orders.ts";
import type { Mailer, MailerLog } from "./mailer.ts";
import type { Mail } from "./outbox.ts";
import { type SignInThrottle, TooManyAttempts } from "./sign-in-throttle.ts";

interface QueueParts {
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

/**
 * Queues mails in the store and sends them one by one, after the response. So a response takes the same time whether its
 * address has an account or not, a slow or dead mail server delays nobody, and a restart loses no mail.
 */
export class MailQueue {
  readonly #parts: QueueParts;
  #working: Promise<void> | null = null;
  #more = false;
  #isClosed = false;
  #callOff: () => void;

  constructor(parts: QueueParts) {
    this.#parts = parts;
    this.#callOff = this.#lookLater();
  }

  async add(order: MailOrder): Promise<void> {
    const { db, clock, log } = this.#parts;
    const { waiting } = await db
      .selectFrom("mail_queue")
      .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
      .executeTakeFirstOrThrow();
    // A user can request another mail, but nobody requests a notice: a flood of other mails must not hold it back.
    if (Number(waiting) >= limits.mailsWaiting.most && order.kind !== "notice") {
      log.error({}, "a mail was dropped: too many are queued");
      return;
    }
    const now = clock.now();
    await db
      .insertInto("mail_queue")
      .values({
        ...{ id: randomUUID(), kind: order.kind, email: order.email },
        person_id: "accountId" in order ? order.accountId : null,
        about: "about" in order ? order.about : null,
        ...{ asked_at: now, attempts: 0, attempt_at: now },
      })
      .execute();
    this.#work();
  }

  async dropAllOf(accountId: string): Promise<void> {
    await this.#parts.db.deleteFrom("mail_queue").where("person_id", "=", accountId).execute();
  }

  /** Resolves when all due mails have been tried. */
  async sent(): Promise<void> {
    await this.#work();
  }

  /** Finishes the mail being sent; the rest waits for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#callOff();
    await this.#working;
  }

  #lookLater(): () => void {
    return this.#parts.clock.after(LOOK_MS, () => {
      this.#callOff = this.#lookLater();
      void this.#work();
    });
  }

  #work(): Promise<void> {
    this.#more = true;
    this.#working ??= this.#sendDue()
      .catch((error) => this.#parts.log.error({ err: error }, "mails could not be looked up; they wait"))
      .finally(() => {
        this.#working = null;
      });
    return this.#working;
  }

  async #sendDue(): Promise<void> {
    while (this.#more && !this.#isClosed) {
      this.#more = false;
      for (let row = await this.#take(); row; row = await this.#take()) await this.#try(row);
    }
  }

  /** Claims the mail that has been due longest, until its lease ends. */
  async #take(): Promise<Row<"mail_queue"> | null> {
    const { db, clock } = this.#parts;
    while (!this.#isClosed) {
      const row = await db
        .selectFrom("mail_queue")
        .selectAll()
        .where("attempt_at", "<=", clock.now())
        .orderBy("attempt_at")
        .limit(1)
        .executeTakeFirst();
      if (!row) return null;
      const { numUpdatedRows } = await db
        .updateTable("mail_queue")
        .set({ attempt_at: clock.now() + LEASE_MS })
        .where("id", "=", row.id)
        .where("attempt_at", "=", row.attempt_at)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return row;
    }
    return null;
  }

  async #try(row: Row<"mail_queue">): Promise<void> {
    const { db, clock, log } = this.#parts;
    if (await this.#isDone(row).catch((error) => void log.error({ err: error }, "a mail could not be written"))) {
      await db.deleteFrom("mail_queue").where("id", "=", row.id).execute();
      return;
    }
    const wait = waitsMs[Number(row.attempts)];
    if (wait === undefined) {
      log.error({ kind: row.kind, attempts: row.attempts }, "a mail was given up");
      await db.deleteFrom("mail_queue").where("id", "=", row.id).execute();
      return;
    }
    await db
      .updateTable("mail_queue")
      .set({ attempts: Number(row.attempts) + 1, attempt_at: clock.now() + wait })
      .where("id", "=", row.id)
      .execute();
  }

  async #isDone(row: Row<"mail_queue">): Promise<boolean> {
    const mail = await this.#parts.write(orderOf(row));
    if (!mail) return true;
    // An owner must receive a notice, however many mails they have had; watches have their own limit.
    if (row.kind !== "notice" && row.kind !== "watch" && Number(row.attempts) === 0 && !(await this.#mayHaveMore(mail)))
      return true;
    return this.#parts.mailer.send(mail);
  }

  #mayHaveMore({ to, subject }: Mail): Promise<boolean> {
    return this.#parts.throttle.count("mail by receiver", to).then(
      () => true,
      (error) => {
        if (!(error instanceof TooManyAttempts)) throw error;
        this.#parts.log.info({ subject }, "a mail was held back: its receiver has had many in this hour");
        return false;
      },
    );
  }
}

const orderOf = ({ kind, person_id, email, about }: Row<"mail_queue">): MailOrder =>
  ({ kind, email, ...(person_id !== null && { accountId: person_id }), ...(about !== null && { about }) }) as MailOrder;
