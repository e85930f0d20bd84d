import type { Selectable } from "kysely";
import type { PeopleTable } from "../store/schema.ts";
import { AuthFailure, linkIsOver } from "./auth-failure.ts";
import type { LinkKind, MailLink, MailLinks } from "./mail-links.ts";
import type { MailQueue } from "./mail-queue.ts";
import { alreadySignedUpMail, changeEmailMail, noticeMail, passwordResetMail, verificationMail } from "./mails.ts";
import type { Mail } from "./outbox.ts";
import type { AuthDb } from "./tables.ts";

interface AddressParts {
  db: AuthDb;
  links: MailLinks;
  mails: MailQueue;
  publicOrigin(): string;
  onConfirmed(person: { id: string; email: string }): Promise<void>;
}

const pages: Record<LinkKind, string> = {
  confirm: "/verify-email",
  allow: "/verify-email",
  change: "/verify-email",
  reset: "/reset-password",
};

type Row = Selectable<PeopleTable>;

/** Whose an address is: what has to be shown before it belongs to an account. */
export class Addresses {
  readonly #parts: AddressParts;

  constructor(parts: AddressParts) {
    this.#parts = parts;
  }

  /** Writes to an address that somebody wants for their account. Whether it has one already, only its owner reads. */
  askToConfirm(personId: string, email: string, kind: "confirm" | "change" = "confirm"): void {
    this.#parts.mails.later(async () => {
      const owner = await this.#ownerOf(email);
      if (owner && owner.id !== personId) return alreadySignedUpMail(email, this.#page("/sign-in"));
      return verificationMail(email, await this.#link(kind, personId, email));
    });
  }

  /** A way to a new password, for whoever reads the mails of the address. */
  offerReset(email: string): void {
    this.#parts.mails.later(async () => {
      const person = (await this.#ownerOf(email)) ?? (await this.#newestUnconfirmed(email));
      return person ? passwordResetMail(email, await this.#link("reset", person.id, email)) : null;
    });
  }

  async askToChange(personId: string, newEmail: string): Promise<void> {
    const { db, links, mails } = this.#parts;
    const person = await this.#person(personId);
    if (person.unconfirmed_email !== null) {
      await links.dropAllOf(personId);
      await db.updateTable("people").set({ unconfirmed_email: newEmail }).where("id", "=", personId).execute();
      this.askToConfirm(personId, newEmail);
      return;
    }
    mails.later(
      async (): Promise<Mail> => changeEmailMail(person.email, newEmail, await this.#link("allow", personId, newEmail)),
    );
  }

  /** Does what a link is for; whoever opened it has shown that they are the account's own person. */
  async open(link: MailLink): Promise<void> {
    if (link.kind === "reset") throw linkIsOver();
    if (!(await this.#parts.links.use(link))) throw linkIsOver();
    if (link.kind === "allow") return this.askToConfirm(link.person_id, link.email, "change");
    const before = await this.#person(link.person_id);
    await this.give(link);
    if (link.kind === "change") {
      const what = `The address of your account is now ${link.email}`;
      this.#parts.mails.notice(noticeMail(before.email, what, this.#page("/forgot-password")));
    }
  }

  /** The address of a link becomes the account's, unless another has it by now. */
  async give({ kind, person_id, email }: MailLink): Promise<void> {
    const { db, onConfirmed } = this.#parts;
    let update = db
      .updateTable("people")
      .set({ email, unconfirmed_email: null, email_verified: true, modified_at: new Date().toISOString() })
      .where("id", "=", person_id);
    // A link of before another change of mind confirms nothing.
    if (kind !== "change")
      update = update.where(({ or, eb }) => or([eb("unconfirmed_email", "=", email), eb("email", "=", email)]));
    const given = await update.executeTakeFirst().catch((error: Error) => {
      if (/unique/i.test(error.message)) throw linkIsOver();
      throw error;
    });
    if (given.numUpdatedRows === 0n) throw linkIsOver();
    await onConfirmed({ id: person_id, email });
  }

  async resend(personId: string): Promise<void> {
    const person = await this.#person(personId);
    if (person.email_verified) throw new AuthFailure(400, "This address is confirmed already.");
    this.askToConfirm(personId, person.unconfirmed_email ?? person.email);
  }

  /** Tells the owner of a confirmed address what changed. */
  async tell(personId: string, what: string): Promise<void> {
    const person = await this.#person(personId);
    if (person.email_verified) this.#parts.mails.notice(noticeMail(person.email, what, this.#page("/forgot-password")));
  }

  #ownerOf(email: string): Promise<Row | undefined> {
    return this.#parts.db.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
  }

  #newestUnconfirmed(email: string): Promise<Row | undefined> {
    return this.#parts.db
      .selectFrom("people")
      .selectAll()
      .where("unconfirmed_email", "=", email)
      .orderBy("created_at", "desc")
      .executeTakeFirst();
  }

  #person(id: string): Promise<Row> {
    return this.#parts.db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  }

  #page(path: string): string {
    return `${this.#parts.publicOrigin()}${path}`;
  }

  async #link(kind: LinkKind, personId: string, email: string): Promise<string> {
    return this.#page(`${pages[kind]}?token=${await this.#parts.links.create(kind, personId, email)}`);
  }
}
