import { readConfirmedAddress } from "../accounts/account-row.ts";
import type { Store } from "../store/open-store.ts";

export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;
export type MailOwner = (accountId: string, subject: string, text: string) => Promise<void>;

/** Mails the owner of an account if the address is confirmed and mail is configured. */
export const createMailOwner =
  ({ db }: Store, sendMail: SendMail = async () => {}): MailOwner =>
  async (accountId, subject, text) => {
    const to = await readConfirmedAddress(db, accountId);
    if (to) await sendMail({ to, subject, text });
  };
