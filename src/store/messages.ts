import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import type { AnyDb, Row, Schema } from "./schema.ts";

export type Message = Row<"mail_queue">;

interface QueuedMail extends Pick<Message, "kind" | "email" | "person_id" | "about"> {
  id?: string;
  at: number;
}

/** Queues a mail or an alert, in the transaction of what it is about. */
export const queueMail = (db: AnyDb, { id = randomUUID(), at, ...mail }: QueuedMail) =>
  db
    .insertInto("mail_queue")
    .values({ id, ...mail, asked_at: at, attempts: 0, attempt_at: at })
    .execute();

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Longer than the mail server's timeout: another process sends a dead process's message after it. */
const LEASE_MS = 5 * MINUTE_MS;
const LOOK_MS = 30_000;

interface DelivererDeps {
  db: Kysely<Schema>;
  clock: Clock;
  log: { error(details: object, message: string): void };
  kinds: readonly string[];
  /** The longest wait between two tries of one message. */
  capMs: number;
  /** True if the message has arrived, or need not any more. */
  deliver(message: Message): Promise<boolean>;
}

/**
 * Delivers the queued messages of these kinds, each process one by one. Each is claimed until its lease ends, so that neither
 * an outage of its receiver nor a killed process loses it. After a day it is dropped.
 */
export function messageDeliverer({ db, clock, log, kinds, capMs, deliver }: DelivererDeps) {
  const rounds = periodicTask({
    clock,
    pauseMs: LOOK_MS,
    run: deliverDue,
    onError: (error) => log.error({ err: error }, "messages could not be looked up; they wait"),
  });

  async function deliverDue(signal: AbortSignal): Promise<void> {
    for (let message = await take(signal); message; message = await take(signal)) await attempt(message);
  }

  /** Claims the message that has been due longest. */
  async function take(signal: AbortSignal): Promise<Message | null> {
    while (!signal.aborted) {
      const due = await db
        .selectFrom("mail_queue")
        .select(["id", "attempt_at"])
        .where("kind", "in", kinds)
        .where("attempt_at", "<=", clock.now())
        .orderBy("attempt_at")
        .limit(1)
        .executeTakeFirst();
      if (!due) return null;
      const message = await db
        .updateTable("mail_queue")
        .set({ attempt_at: clock.now() + LEASE_MS })
        .where("id", "=", due.id)
        .where("attempt_at", "=", due.attempt_at)
        // As it is now: a notice may have been added to it since.
        .returningAll()
        .executeTakeFirst();
      if (message) return message;
    }
    return null;
  }

  async function attempt(message: Message): Promise<void> {
    const { id, kind, asked_at } = message;
    const attempts = Number(message.attempts);
    const done = await deliver(message).catch((error) => void log.error({ err: error }, "a message could not be sent"));
    const attempt_at = clock.now() + backoff(attempts, MINUTE_MS, capMs, 4);
    if (done || attempt_at > Number(asked_at) + DAY_MS) {
      if (!done) log.error({ kind, attempts }, "a message was given up");
      await db.deleteFrom("mail_queue").where("id", "=", id).execute();
      return;
    }
    const own = db.updateTable("mail_queue").where("id", "=", id);
    await own.set({ attempts: attempts + 1, attempt_at }).execute();
  }

  return rounds;
}
