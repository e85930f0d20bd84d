import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Hold, StoredAnswer } from "./types.ts";

export async function readAnswer(db: Kysely<Schema>, requestNo: number): Promise<StoredAnswer | null> {
  const row = await db.selectFrom("answers").where("request_no", "=", requestNo).selectAll().executeTakeFirst();
  return row ? { status: row.status, headers: JSON.parse(row.headers), body: row.body } : null;
}

/** The newest answer with this request id, which the caller may have chosen and used before. */
export async function findAnswer(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom("requests")
    .where("request_id", "=", requestId)
    .where("account_id", "=", accountId)
    .orderBy("no", "desc")
    .select("no")
    .executeTakeFirst();
  return row ? readAnswer(db, row.no) : null;
}

export async function keepAnswer(
  db: Kysely<Schema>,
  hold: Hold,
  answer: StoredAnswer,
  expiresAt: number,
): Promise<void> {
  await db
    .insertInto("answers")
    .values({
      request_no: Number(hold.id),
      account_id: hold.accountId,
      request_id: hold.requestId,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
