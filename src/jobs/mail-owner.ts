import type { Store } from "../store/open-store.ts";

export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;
export type MailOwner = (accountId: string, subject: string, text: string) => Promise<void>;

/** Mails the owner of an account if the address is confirmed and mail is configured. */
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
