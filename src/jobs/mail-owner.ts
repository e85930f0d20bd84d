import type { Store } from "../store/open-store.ts";

export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;
export type MailOwner = (accountId: string, subject: string, text: string) => Promise<void>;

/** Writes to the owner of an account, where the address is confirmed and mail is sent at all. */
export const createMailOwner =
  ({ db }: Store, sendMail: SendMail = async () => {}): MailOwner =>
  async (accountId, subject, text) => {
    const owner = await db
      .selectFrom("people")
      .where("id", "=", accountId)
      .where("unconfirmed_email", "is", null)
      .select("email")
      .executeTakeFirst();
    if (owner) await sendMail({ to: owner.email, subject, text });
  };
