import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { AccountProblem, NoSuchThing } from "../accounts/account-problem.ts";
import { lockAccount } from "../accounts/account-row.ts";
import { noteAct } from "../accounts/audit-log.ts";
import { addMember, readRole } from "../accounts/members.ts";
import { type MemberRole, may } from "../accounts/roles.ts";
import type { Person } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import type { Addresses } from "./addresses.ts";
import { AuthFailure, linkIsOver } from "./auth-failure.ts";
import { hashLink } from "./mail-links.ts";
import type { MailQueue } from "./mail-queue.ts";

const LIFETIME_MS = 7 * 86_400_000;
const OTHER_ADDRESS =
  "This invitation is for another address. Sign in with that address, or ask for an invitation to yours.";
const SENDER_GONE = "Whoever sent this invitation may not invite anybody any more. Ask for another one.";

/** Nobody gives a role above their own. */
const mayInvite = (sender: MemberRole, role: MemberRole): boolean =>
  may(sender, "manage") && (role !== "owner" || may(sender, "own"));

interface InvitationDeps {
  db: Kysely<Schema>;
  clock: Clock;
  mails: MailQueue;
  addresses: Pick<Addresses, "give">;
}

interface NewInvitation {
  accountId: string;
  by: Pick<Person, "id">;
  email: string;
  role: MemberRole;
}

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Invitations to accounts, by mail. The link works once, for a week, and only for whoever has the address that it was sent
 * to. The store has its hash, in the row that a revocation deletes.
 */
export function createInvitations({ db, clock, mails, addresses }: InvitationDeps) {
  async function create({ accountId, by, email, role }: NewInvitation): Promise<{ id: string }> {
    const [id, now] = [randomUUID(), clock.now()];
    await db.transaction().execute(async (trx) => {
      await lockAccount(trx, accountId);
      const own = await readRole(trx, accountId, by.id);
      if (own === null || !may(own, "manage")) throw new NoSuchThing("account");
      if (!mayInvite(own, role)) throw new AccountProblem("Only an owner can invite an owner.");
      await trx.deleteFrom("invitations").where("account_id", "=", accountId).where("expires_at", "<=", now).execute();
      const pending = await trx.selectFrom("invitations").where("account_id", "=", accountId).select("email").execute();
      if (pending.some((one) => one.email === email)) throw new AccountProblem(`${email} is invited already.`);
      const { max } = limits.invitations;
      if (pending.length >= max) throw new AccountProblem(`An account has at most ${max} open invitations.`);
      const member = await trx
        .selectFrom("members")
        .innerJoin("people", "people.id", "members.person_id")
        .where("account_id", "=", accountId)
        .where("people.email", "=", email)
        .select("person_id")
        .executeTakeFirst();
      if (member) throw new AccountProblem(`${email} is a member already.`);
      await trx
        .insertInto("invitations")
        .values({
          id,
          account_id: accountId,
          email,
          role,
          hash: null,
          invited_by: by.id,
          created_at: now,
          expires_at: now + LIFETIME_MS,
        })
        .execute();
      // The address is in the invitation: the log holds ids, so that nobody who was deleted stays in it.
      const after = { invitation: id, role };
      await noteAct(trx, { what: "member invited", at: now, who: by.id, subject: accountId, after });
    });
    await mails.add({ kind: "invite", email, about: id });
    return { id };
  }

  const list = (accountId: string) =>
    db
      .selectFrom("invitations")
      .where("account_id", "=", accountId)
      .where("expires_at", ">", clock.now())
      .leftJoin("people", "people.id", "invitations.invited_by")
      .orderBy("invitations.created_at", "desc")
      .select(["invitations.id", "invitations.email", "invitations.role", "people.name as invited_by"])
      .select(["invitations.created_at", "expires_at"])
      .execute();

  async function revoke(accountId: string, id: string, by: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const gone = await trx
        .deleteFrom("invitations")
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .returning("role")
        .executeTakeFirst();
      if (!gone) throw new NoSuchThing("invitation");
      const after = { invitation: id, ...gone };
      await noteAct(trx, { what: "invitation revoked", at: clock.now(), who: by, subject: accountId, after });
    });
  }

  const withToken = (token: string) =>
    db
      .selectFrom("invitations")
      .innerJoin("accounts", "accounts.id", "invitations.account_id")
      .where("hash", "=", hashLink(token))
      .where("expires_at", ">", clock.now())
      .select(["invitations.id", "account_id", "accounts.name", "email", "role"])
      .executeTakeFirst();

  /** The invitation behind a link, for the person whose address it is for. */
  async function open(token: string, person: Person) {
    const found = await withToken(token);
    if (!found) throw linkIsOver();
    if (found.email !== person.email) throw new AuthFailure(403, OTHER_ADDRESS);
    return found;
  }

  /**
   * Makes the person a member, and confirms their address: whoever has the link reads its mail. The link works for exactly
   * one of any concurrent callers.
   */
  async function accept(token: string, person: Person): Promise<{ id: string }> {
    const { id, account_id: accountId, email } = await open(token, person);
    if (!person.email_verified) await addresses.give({ kind: "confirm", person_id: person.id, email });
    return db.transaction().execute(async (trx) => {
      await lockAccount(trx, accountId);
      const at = clock.now();
      const invited = await trx
        .selectFrom("invitations")
        .where("id", "=", id)
        .where("hash", "=", hashLink(token))
        .where("expires_at", ">", at)
        .select(["role", "invited_by"])
        .executeTakeFirst();
      if (!invited) throw linkIsOver();
      const sender = await readRole(trx, accountId, invited.invited_by);
      if (sender === null || !mayInvite(sender, invited.role)) throw new AuthFailure(403, SENDER_GONE);
      await addMember(trx, { accountId, personId: person.id, role: invited.role, at });
      // It may have been revoked in between.
      if (!(await changesRow(trx.deleteFrom("invitations").where("id", "=", id)))) throw linkIsOver();
      return { id: accountId };
    });
  }

  return { create, list, revoke, open, accept };
}
