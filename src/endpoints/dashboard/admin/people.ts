import { Type } from "typebox";
import type { ListedAccount } from "../../../accounts/accounts.ts";
import type { AccountHolder } from "../../../accounts/types.ts";
import { page } from "../../../contract/endpoint.ts";
import { WinnowError } from "../../../contract/errors.ts";
import { choice, given, integer, pick } from "../../../contract/shapes.ts";
import { pageOf } from "../../context.ts";
import { type DashboardContext, dashboardGroup, done, gives, notFound, tablePage } from "../context.ts";
import { auditPage, trail } from "../queries/audit.ts";
import { readPoints } from "../queries/points.ts";
import { sharedAccounts } from "../queries/shared-accounts.ts";
import { readStatement } from "../queries/statement.ts";
import { statementFilter, statementQuery } from "../statement.ts";
import { roles } from "../views/account.ts";
import { PersonDetail, PersonView, SharedAccount } from "../views/admin.ts";
import { StatementEntry } from "../views/usage.ts";

const { admin } = dashboardGroup("people", "person");
const found = Type.Object({
  search: given({ minLength: 0, maxLength: 200, default: "" }),
  ...tablePage,
});
export const reason = given({ minLength: 3, maxLength: 500 });

/** Users, their plans, points and roles. Every change requires a reason and adds a line to the audit log. */
export const peopleEndpoints = [
  admin("GET /admin/people", {
    summary: "People, by name or address",
    query: found,
    answer: page(PersonView, "The people."),
    async handle({ query }, { accounts }) {
      const { rows, next_cursor } = await accounts.listAccounts({ ...pageOf(query), search: query.search });
      return { rows: rows.map(toView), next_cursor };
    },
  }),
  admin("GET /admin/accounts", {
    summary: "Accounts of several people, by name or a member's address",
    query: found,
    answer: page(SharedAccount, "The accounts."),
    handle: ({ query }, { store }) => sharedAccounts(store.db, { ...pageOf(query), search: query.search }),
  }),
  admin("GET /admin/people/{id}", {
    summary: "A person with keys and audit log",
    answer: gives(PersonDetail),
    async handle({ params }, context) {
      const { accounts, members, store } = context;
      const account = await someone(context, params.id);
      const keys = await accounts.listKeys(account.id);
      return {
        person: toView({ ...account, points: await readPoints(store.db, account.id) }),
        accounts: await members.listAccounts(account.id),
        keys: keys.toReversed().map((key) => ({ ...key, account_email: account.email })),
        audit: (await auditPage(store.db, { subject: account.id, limit: 20, cursor: null })).rows,
      };
    },
  }),
  admin("GET /admin/people/{id}/ledger", {
    summary: "A person's points statement, newest first",
    query: statementQuery,
    answer: page(StatementEntry, "The entries."),
    async handle({ params, query }, context) {
      const { id } = await someone(context, params.id);
      return readStatement(context.store.db, id, statementFilter(query));
    },
  }),
  admin("POST /admin/people/{id}/plan", {
    summary: "Change a person's plan",
    body: Type.Object({ plan: given({ minLength: 0, maxLength: 60 }), reason }),
    examples: [{ plan: "starter", reason: "paid by card" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const account = await someone(context, params.id);
      await context.accounts.setPlan(account.id, body.plan);
      await trail(context, caller.person, "plan", account.id, { before: { plan: account.plan }, after: body });
    },
  }),
  admin("POST /admin/people/{id}/role", {
    summary: "Grant or revoke a person's access to the admin pages",
    body: Type.Object({ role: choice(roles), reason }),
    examples: [{ role: "member", reason: "left the team" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const account = await someone(context, params.id);
      // Otherwise the last admin could lock everyone out of these pages.
      if (account.id === caller.person.id) throw new WinnowError("bad_request", "Another admin must change your role.");
      await context.accounts.setRole(account.id, body.role);
      await trail(context, caller.person, "role", account.id, { before: { role: account.role }, after: body });
    },
  }),
  admin("POST /admin/people/{id}/grant", {
    summary: "Give or take points",
    body: Type.Object({ points: integer({ minimum: -1e9, maximum: 1e9 }), reason }),
    examples: [{ points: 250, reason: "sorry for the trouble" }],
    answer: gives(Type.Object({ done: Type.Literal(true), points: integer() })),
    async handle({ caller, params, body }, context) {
      const account = await someone(context, params.id);
      const before = await readPoints(context.store.db, account.id);
      const kind = body.points < 0 ? "correction" : "grant";
      const { points } = await context.accounts.grant(account.id, body.points, { kind, note: body.reason });
      await trail(context, caller.person, kind, account.id, {
        before: { points: before },
        after: { points, reason: body.reason },
      });
      return { done: true as const, points };
    },
  }),
  admin("POST /admin/people/{id}/pause", {
    summary: "Pause an account until an admin resumes it",
    body: Type.Object({ reason }),
    examples: [{ reason: "stolen password" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const account = await someone(context, params.id);
      if (account.id === caller.person.id)
        throw new WinnowError("bad_request", "Another admin must pause your account.");
      await context.accounts.setPaused(account.id, true);
      await context.auth.sessions.endAll(account.id);
      const stopped = await context.access.stop(account.id, { keys: true });
      const after = { stopped: stopped.length, reason: body.reason };
      await trail(context, caller.person, "account paused", account.id, { before: null, after });
    },
  }),
  admin("POST /admin/people/{id}/resume", {
    summary: "Reactivate a paused account",
    body: Type.Object({ reason }),
    examples: [{ reason: "the owner has a new password" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const account = await someone(context, params.id);
      await context.accounts.setPaused(account.id, false);
      await trail(context, caller.person, "account resumed", account.id, { before: null, after: body });
    },
  }),
];

async function someone({ accounts }: DashboardContext, id: string): Promise<AccountHolder> {
  const account = await accounts.findById(id);
  if (!account) throw notFound();
  return account;
}

const toView = (account: ListedAccount): PersonView => pick(PersonView, account);
