import { randomUUID } from "node:crypto";
import type { AnyDb, Row } from "./schema.ts";

interface QueuedMail extends Pick<Row<"mail_queue">, "kind" | "email" | "person_id" | "about"> {
  id?: string;
  at: number;
}

/** Queues a mail, in the transaction of what it is about. */
export const queueMail = (db: AnyDb, { id = randomUUID(), at, ...mail }: QueuedMail) =>
  db
    .insertInto("mail_queue")
    .values({ id, ...mail, asked_at: at, attempts: 0, attempt_at: at })
    .execute();
