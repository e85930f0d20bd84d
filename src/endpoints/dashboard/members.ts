import { Type } from "typebox";
import { NoSuchThing } from "../../accounts/account-problem.ts";
import { may, memberRoles } from "../../accounts/roles.ts";
import { addressNetwork } from "../../base/network/addresses.ts";
import { page } from "../../contract/endpoint.ts";
import { choice, emailAddress, given, password, words } from "../../contract/shapes.ts";
import { pageOf } from "../context.ts";
import { done, gives, type Member, memberGroup, tablePage } from "./context.ts";
import { auditPage } from "./queries/audit.ts";
import { Access } from "./views/account.ts";
import { AuditRow } from "./views/admin.ts";
import { spendingCap } from "./views/keys.ts";
import { AccountsAnswer, InvitationView, MembersAnswer } from "./views/members.ts";

const { member } = memberGroup("self", "accounts", "account");
const members = memberGroup("manage", "members", "member");
const accountName = given({ maxLength: 80 });
const role = choice(memberRoles);
const token = Type.Object({ token: given({ minLength: 0, maxLength: 200 }) });
const named = Type.Object({ id: words(), name: words() });

/** A person in an account of several people; a personal account has no members to change. */
function actor({ person, account }: Member) {
  if (account.id === person.id) throw new NoSuchThing("member");
  return { person, accountId: account.id };
}

/** Accounts of several people: their members, roles and invitations. */
export const memberEndpoints = [
  member("GET /accounts", {
    summary: "The person's accounts besides the personal one; after single sign-on, its account alone",
    needs: "read",
    answer: gives(AccountsAnswer),
    async handle({ caller: { person, vouchedBy } }, context) {
      const accounts = await context.members.listAccounts(person.id);
      return { accounts: accounts.filter(({ id }) => vouchedBy === null || id === vouchedBy) };
    },
  }),
  member("POST /accounts", {
    summary: "Create an account for several people",
    body: Type.Object({ name: accountName }),
    examples: [{ name: "Shop" }],
    limits: ["accountsOfAPerson"],
    answer: gives(named),
    async handle({ caller, body }, context) {
      const { id } = await context.members.create(caller.person, body.name);
      return { id, name: body.name };
    },
  }),
  members.member("POST /account/name", {
    summary: "Rename the account",
    body: Type.Object({ name: accountName }),
    examples: [{ name: "Shop" }],
    answer: done,
    handle: ({ caller, body }, context) => context.members.rename(actor(caller), body.name),
  }),
  members.member("POST /account/delete", {
    summary: "Delete an account of several people, with everything in it",
    needs: "own",
    body: Type.Object({ password: password() }),
    examples: [{ password: "correct horse battery" }],
    answer: done,
    async handle({ caller, body }, { auth, members }) {
      const own = actor(caller);
      await auth.requirePassword(caller.person.id, body.password);
      await members.deleteAccount(own);
    },
  }),
  members.member("GET /account/audit", {
    summary: "Who changed what in the account, newest first",
    needs: "manage",
    query: Type.Object(tablePage),
    answer: page(AuditRow, "The entries."),
    handle: ({ caller, query }, { store }) =>
      auditPage(store.db, { ...pageOf(query), subject: actor(caller).accountId, by: "owners" }),
  }),
  members.member("GET /members", {
    summary: "The account's members and open invitations",
    answer: gives(MembersAnswer),
    async handle({ caller }, context) {
      const { accountId } = actor(caller);
      const [list, invitations] = await Promise.all([
        context.members.list(accountId),
        context.auth.invitations.list(accountId),
      ]);
      return { members: list, invitations };
    },
  }),
  members.member("GET /members/{id}/access", {
    summary: "What ends when a member leaves or gets another role",
    answer: gives(Access),
    async handle({ caller, params }, { access }) {
      const { accountId, person } = actor(caller);
      if (params.id !== person.id && !may(caller.role, "manage")) throw new NoSuchThing("member");
      return { access: await access.list(accountId, params.id) };
    },
  }),
  members.recent("PATCH /members/{id}", {
    summary: "Change a member's role or spending cap",
    body: Type.Object({ role: Type.Optional(role), spending_cap: Type.Optional(spendingCap) }),
    examples: [{ role: "developer" }, { spending_cap: 1000 }],
    answer: gives(Access),
    handle: async ({ caller, params, body }, context) => ({
      access: await context.members.change(actor(caller), params.id, body),
    }),
  }),
  members.recent("POST /members/{id}/transfer", {
    summary: "Hand the account over to another member",
    needs: "own",
    answer: gives(Access),
    handle: async ({ caller, params }, context) => ({
      access: await context.members.transfer(actor(caller), params.id),
    }),
  }),
  members.recent("POST /members/{id}/remove", {
    summary: "Remove a member: what they set up ends, and their keys are revoked or taken over",
    body: Type.Object({ keys: choice(["revoke", "hand over"], { default: "revoke" }) }),
    examples: [{ keys: "revoke" }],
    answer: gives(Access),
    handle: async ({ caller, params, body }, context) => ({
      access: await context.members.remove(actor(caller), params.id, body.keys),
    }),
  }),
  members.member("POST /leave", {
    summary: "Leave the account",
    needs: "read",
    answer: gives(Access),
    handle: async ({ caller }, context) => ({
      access: await context.members.remove(actor(caller), caller.person.id, "revoke"),
    }),
  }),
  members.recent("POST /invitations", {
    summary: "Invite somebody by mail",
    thing: "invitation",
    body: Type.Object({ email: emailAddress(), role }),
    examples: [{ email: "ada@example.com", role: "developer" }],
    limits: ["invitations", "members", "invitationsSent"],
    answer: gives(Type.Object({ id: words() })),
    async handle({ caller, body }, { auth }) {
      const { accountId, person } = actor(caller);
      await auth.throttle.count("invitation by person", person.id);
      return auth.invitations.create({ accountId, by: person, email: body.email.toLowerCase(), role: body.role });
    },
  }),
  members.member("DELETE /invitations/{id}", {
    summary: "Revoke an invitation",
    thing: "invitation",
    answer: done,
    handle: ({ caller, params }, { auth }) =>
      auth.invitations.revoke(actor(caller).accountId, params.id, caller.person.id),
  }),
  member("POST /invitations/open", {
    summary: "Which account a mailed invitation is to",
    body: token,
    examples: [{ token: "abc" }],
    answer: gives(InvitationView),
    async handle({ caller, body }, { auth }) {
      await auth.throttle.count("link by network", addressNetwork(caller.browser.address));
      const { name, role } = await auth.invitations.open(body.token, caller.person);
      return { account: name ?? "", role };
    },
  }),
  member("POST /invitations/accept", {
    summary: "Join the account of a mailed invitation",
    body: token,
    examples: [{ token: "abc" }],
    answer: gives(Type.Object({ id: words() })),
    async handle({ caller, body }, { auth }) {
      await auth.throttle.count("link by network", addressNetwork(caller.browser.address));
      return auth.invitations.accept(body.token, caller.person);
    },
  }),
];
