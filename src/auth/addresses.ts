import type { Kysely } from "kysely";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { AuthFailure, linkIsOver } from "./auth-failure.ts";
import type { MailLink, MailLinks } from "./mail-links.ts";
import type { MailQueue } from "./mail-queue.ts";

interface AddressDeps {
  db: Kysely<Schema>;
  links: MailLinks;
  mails: MailQueue;
  onConfirmed(account: { id: string; email: string }): Promise<void>;
}

export type Addresses = ReturnType<typeof createAddresses>;

/** Address ownership: confirms that an address belongs to an account. */
export function createAddresses({ db, links, mails, onConfirmed }: AddressDeps) {
  /** Mails an address that a user wants for their account. Only its owner learns whether it already has one. */
  const askToConfirm = (accountId: string, email: string, kind: "confirm" | "change" = "confirm") =>
    mails.add({ kind, accountId, email });

  /** Mails a password reset link to the address. */
  const offerReset = (email: string) => mails.add({ kind: "reset", email });

  const accountOf = (id: string) => db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  async function askToChange(accountId: string, newEmail: string): Promise<void> {
    const account = await accountOf(accountId);
    if (account.unconfirmed_email !== null) {
      await links.dropAllOf(accountId);
      await mails.dropAllOf(accountId);
      // The key belongs to the address: until the new one is confirmed, only its mail lets the person in.
      const wanted = { unconfirmed_email: newEmail, unconfirmed_key: null };
      await db.updateTable("people").set(wanted).where("id", "=", accountId).execute();
      return askToConfirm(accountId, newEmail);
    }
    await mails.add({ kind: "allow", accountId, email: account.email, about: newEmail });
  }

  /** Carries out a link. Its user has already proved to own the account. */
  async function open(link: MailLink): Promise<void> {
    if (link.kind === "reset") throw linkIsOver();
    if (!(await links.use(link))) throw linkIsOver();
    if (link.kind === "allow") return askToConfirm(link.person_id, link.email, "change");
    const before = await accountOf(link.person_id);
    await give(link);
    if (link.kind === "change") {
      const what = `The address of your account is now ${link.email}`;
      await mails.add({ kind: "notice", accountId: before.id, email: before.email, about: what });
    }
  }

  /** Assigns the link's address to the account, unless another account has confirmed it meanwhile. */
  async function give({ kind, person_id, email }: Omit<MailLink, "hash">): Promise<void> {
    let update = db
      .updateTable("people")
      .set({
        email,
        unconfirmed_email: null,
        unconfirmed_key: null,
        email_verified: true,
        modified_at: new Date().toISOString(),
      })
      .where("id", "=", person_id);
    // A link from before another change of address confirms nothing.
    if (kind !== "change")
      update = update.where(({ or, eb }) => or([eb("unconfirmed_email", "=", email), eb("email", "=", email)]));
    const isGiven = await changesRow(update).catch((error: Error) => {
      if (/unique/i.test(error.message)) return false;
      throw error;
    });
    if (!isGiven) throw linkIsOver();
    await onConfirmed({ id: person_id, email });
  }

  /** Whether an account waits for this address to be confirmed. */
  async function isAskedBy(accountId: string, email: string): Promise<boolean> {
    const own = db.selectFrom("people").where("id", "=", accountId).where("unconfirmed_email", "=", email);
    return (await own.select("id").executeTakeFirst()) !== undefined;
  }

  async function resend(accountId: string): Promise<void> {
    const account = await accountOf(accountId);
    if (account.email_verified) throw new AuthFailure(400, "This address is confirmed already.");
    await askToConfirm(accountId, account.unconfirmed_email ?? account.email);
  }

  /** Notifies the owner of a confirmed address of a change. */
  async function tell(accountId: string, what: string): Promise<void> {
    const account = await accountOf(accountId);
    if (account.email_verified) await mails.add({ kind: "notice", accountId, email: account.email, about: what });
  }

  return { askToConfirm, isAskedBy, offerReset, askToChange, open, give, resend, tell };
}
