import type { Kysely } from "kysely";
import type { Row, Schema } from "../store/schema.ts";
import type { LinkKind, MailLinks } from "./mail-links.ts";
import {
  alreadySignedUpMail,
  changeEmailMail,
  noticeMail,
  passwordResetMail,
  verificationMail,
  watchMail,
} from "./mails.ts";
import type { Mail } from "./outbox.ts";

/**
 * A mail that is to be sent, as it waits in the store: what it is about, and no secret. Whether its address has an
 * account is looked up, and its link made, when it leaves.
 */
export type MailOrder =
  /** To an address that somebody wants for their account. */
  | { kind: "confirm" | "change"; personId: string; email: string }
  | { kind: "reset"; email: string }
  /** To the old address, about the new one. */
  | { kind: "allow"; personId: string; email: string; about: string }
  /** Rules of a watch that fired: the subject, the path of the page, and lines that follow. */
  | { kind: "watch"; personId: string; email: string; about: string }
  /** What changed in an account, to its owner: the subject, and lines that follow. */
  | { kind: "notice"; email: string; about: string };

interface WriterParts {
  db: Kysely<Schema>;
  links: MailLinks;
  publicOrigin(): string;
}

const pages: Record<LinkKind, string> = {
  confirm: "/verify-email",
  allow: "/verify-email",
  change: "/verify-email",
  reset: "/reset-password",
};

type Person = Row<"people">;

/** Writes the mail of an order; null where there is nobody to write to. */
export function mailWriter({ db, links, publicOrigin }: WriterParts) {
  const page = (path: string): string => `${publicOrigin()}${path}`;
  const link = async (kind: LinkKind, personId: string, email: string): Promise<string> =>
    page(`${pages[kind]}?token=${await links.create(kind, personId, email)}`);
  const ownerOf = (email: string): Promise<Person | undefined> =>
    db.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
  /** Oldest first. */
  const unconfirmed = (email: string): Promise<Person[]> =>
    db
      .selectFrom("people")
      .selectAll()
      .where("unconfirmed_email", "=", email)
      .orderBy("created_at")
      .orderBy("id")
      .limit(2)
      .execute();

  return async (order: MailOrder): Promise<Mail | null> => {
    const { email } = order;
    switch (order.kind) {
      case "confirm":
      case "change": {
        const owner = await ownerOf(email);
        if (owner && owner.id !== order.personId) return alreadySignedUpMail(email, page("/sign-in"));
        const signedUp = await unconfirmed(email);
        const again = signedUp.some(({ id }) => id !== order.personId);
        return verificationMail(email, await link(order.kind, order.personId, email), again);
      }
      case "reset": {
        // Of several who signed up with it, the first: a later sign-up does not take the way back from them.
        const person = (await ownerOf(email)) ?? (await unconfirmed(email))[0];
        return person ? passwordResetMail(email, await link("reset", person.id, email)) : null;
      }
      case "allow":
        return changeEmailMail(email, order.about, await link("allow", order.personId, order.about));
      case "watch": {
        const [subject = "", path = "", ...lines] = order.about.split("\n");
        return watchMail(email, subject, lines, page(path));
      }
      case "notice":
        return noticeMail(email, order.about, page("/forgot-password"));
    }
  };
}
