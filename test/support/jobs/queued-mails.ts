import type { Store } from "../../../src/store/open-store.ts";

/** The mails that wait for an account's owner about its work, oldest first: subject and text, with the address. */
export async function queuedMails({ db }: Store, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("mail_queue")
    .where("person_id", "=", accountId)
    .where("kind", "=", "news")
    .orderBy("asked_at")
    .select(["email", "about"])
    .execute();
  return rows.map(({ email, about }) => `${email}: ${about}`);
}
