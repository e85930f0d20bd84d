import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { accountPage } from "../accounts/account-page.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";
import { hashLink, type LinkKind, type MailLinks } from "./mail-links.ts";
import { allowAddress, alreadySignedUp, confirmAddress, invitation, mail, notice, resetPassword } from "./mails.ts";
import type { Mail } from "./outbox.ts";

/**
 * A mail queued in the store: its subject matter, and no secret. Its account is looked up and its link created only when it
 * is sent.
 */
export type MailOrder =
  /** To an address that a user wants for their account. */
  | { kind: "confirm" | "change"; accountId: string; email: string }
  | { kind: "reset"; email: string }
  /** To the old address, about the new one. */
  | { kind: "allow"; accountId: string; email: string; about: string }
  /** Watch rules that fired, calls that were recalled, or paused work: the subject, the path of the page, further lines. */
  | { kind: "watch" | "recall" | "work"; accountId: string; email: string; about: string }
  /** About an account's work or points: the subject, and further lines. */
  | { kind: "news"; accountId: string; email: string; about: string }
  /** To somebody who is invited to an account: the id of the invitation. */
  | { kind: "invite"; email: string; about: string }
  /** A change in an account, to its owner: the subject, and further lines. */
  | { kind: "notice"; accountId: string; email: string; about: string };

interface WriterDeps {
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

const WHERE = {
  watch: "The history of each record is here.",
  recall: "The calls, their returned points and corrected records are listed here.",
  work: "Change or resume it here.",
};

type Account = Row<"people">;

/** Writes the mail for an order; null if there is no recipient. */
export function mailWriter({ db, links, publicOrigin }: WriterDeps) {
  const page = (path: string): string => `${publicOrigin()}${path}`;
  const link = async (kind: LinkKind, accountId: string, email: string): Promise<string> =>
    page(`${pages[kind]}?token=${await links.create(kind, accountId, email)}`);
  const ownerOf = (email: string): Promise<Account | undefined> =>
    db.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
  /** Oldest first. */
  const unconfirmed = (email: string): Promise<Account[]> =>
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
        if (owner && owner.id !== order.accountId) return mail(email, alreadySignedUp, page("/sign-in"));
        const signedUp = await unconfirmed(email);
        const again = signedUp.some(({ id }) => id !== order.accountId);
        return mail(email, confirmAddress(again), await link(order.kind, order.accountId, email));
      }
      case "reset": {
        // Of several sign-ups with this address, the first: a later one must not take over its password reset.
        const account = (await ownerOf(email)) ?? (await unconfirmed(email))[0];
        return account ? mail(email, resetPassword, await link("reset", account.id, email)) : null;
      }
      case "allow":
        return mail(email, allowAddress(order.about), await link("allow", order.accountId, order.about));
      case "watch":
      case "recall":
      case "work": {
        const [subject = "", path = "", ...lines] = order.about.split("\n");
        // Paused work may be of another account than the payer's: its path names that account.
        const link = page(order.kind === "work" ? path : accountPage(path, order.accountId));
        return mail(email, [subject, ...lines, "", WHERE[order.kind]], link);
      }
      case "news":
        return mail(email, order.about.split("\n"), null);
      case "invite": {
        const invited = await newInvitationLink(db, order.about);
        return invited && mail(email, invitation(invited), page(`/join?token=${invited.token}`));
      }
      case "notice":
        return mail(email, notice(order.about), page("/forgot-password"));
    }
  };
}

/** Gives an invitation a new link when its mail is written; null if it was revoked. An earlier link ends. */
async function newInvitationLink(db: Kysely<Schema>, id: string) {
  const token = randomBytes(32).toString("base64url");
  const own = db.updateTable("invitations").where("id", "=", id);
  if (!(await changesRow(own.set({ hash: hashLink(token) })))) return null;
  const about = await db
    .selectFrom("invitations")
    .innerJoin("accounts", "accounts.id", "invitations.account_id")
    .leftJoin("people", "people.id", "invitations.invited_by")
    .where("invitations.id", "=", id)
    .select(["accounts.name as account", "people.name as inviter", "invitations.role"])
    .executeTakeFirst();
  return about ? { token, ...about } : null;
}
