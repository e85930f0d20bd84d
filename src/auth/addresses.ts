import type { Kysely } from "kysely";
import type { Row, Schema } from "../store/schema.ts";
import { AuthFailure, linkIsOver } from "./auth-failure.ts";
import type { MailLink, MailLinks } from "./mail-links.ts";
import type { MailQueue } from "./mail-queue.ts";

interface AddressDeps {
  db: Kysely<Schema>;
  links: MailLinks;
  mails: MailQueue;
  onConfirmed(account: { id: string; email: string }): Promise<void>;
}

type Account = Row<"people">;

/** Address ownership: confirms that an address belongs to an account. */
export class Addresses {
  readonly #deps: AddressDeps;

  constructor(deps: AddressDeps) {
    this.#deps = deps;
  }

  /** Mails an address that a user wants for their account. Only its owner learns whether it already has one. */
  askToConfirm(accountId: string, email: string, kind: "confirm" | "change" = "confirm"): Promise<void> {
    return this.#deps.mails.add({ kind, accountId, email });
  }

  /** Mails a password reset link to the address. */
  offerReset(email: string): Promise<void> {
    return this.#deps.mails.add({ kind: "reset", email });
  }

  async askToChange(accountId: string, newEmail: string): Promise<void> {
    const { db, links, mails } = this.#deps;
    const account = await this.#account(accountId);
    if (account.unconfirmed_email !== null) {
      await links.dropAllOf(accountId);
      await mails.dropAllOf(accountId);
      await db.updateTable("people").set({ unconfirmed_email: newEmail }).where("id", "=", accountId).execute();
      return this.askToConfirm(accountId, newEmail);
    }
    await mails.add({ kind: "allow", accountId, email: account.email, about: newEmail });
  }

  /** Carries out a link. Its user has already proved to own the account. */
  async open(link: MailLink): Promise<void> {
    if (link.kind === "reset") throw linkIsOver();
    if (!(await this.#deps.links.use(link))) throw linkIsOver();
    if (link.kind === "allow") return this.askToConfirm(link.person_id, link.email, "change");
    const before = await this.#account(link.person_id);
    await this.give(link);
    if (link.kind === "change") {
      const what = `The address of your account is now ${link.email}`;
      await this.#deps.mails.add({ kind: "notice", email: before.email, about: what });
    }
  }

  /** Assigns the link's address to the account, unless another account has confirmed it meanwhile. */
  async give({ kind, person_id, email }: MailLink): Promise<void> {
    const { db, onConfirmed } = this.#deps;
    let update = db
      .updateTable("people")
      .set({ email, unconfirmed_email: null, email_verified: true, modified_at: new Date().toISOString() })
      .where("id", "=", person_id);
    // A link from before another change of address confirms nothing.
    if (kind !== "change")
      update = update.where(({ or, eb }) => or([eb("unconfirmed_email", "=", email), eb("email", "=", email)]));
    const given = await update.executeTakeFirst().catch((error: Error) => {
      if (/unique/i.test(error.message)) throw linkIsOver();
      throw error;
    });
    if (given.numUpdatedRows === 0n) throw linkIsOver();
    await onConfirmed({ id: person_id, email });
  }

  async resend(accountId: string): Promise<void> {
    const account = await this.#account(accountId);
    if (account.email_verified) throw new AuthFailure(400, "This address is confirmed already.");
    await this.askToConfirm(accountId, account.unconfirmed_email ?? account.email);
  }

  /** Notifies the owner of a confirmed address of a change. */
  async tell(accountId: string, what: string): Promise<void> {
    const account = await this.#account(accountId);
    if (account.email_verified) await this.#deps.mails.add({ kind: "notice", email: account.email, about: what });
  }

  #account(id: string): Promise<Account> {
    return this.#deps.db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  }
}
