import { Type } from "typebox";
import type { ListedPerson } from "../../../accounts/accounts.ts";
import type { Person } from "../../../accounts/types.ts";
import { WinnowError } from "../../../contract/errors.ts";
import { choice, given, integer, listOf } from "../../../contract/shapes.ts";
import { idOf } from "../../context.ts";
import { type DashboardContext, dashboardGroup, done, gives, notFound } from "../context.ts";
import { auditRows, trail } from "../queries/audit.ts";
import { pointsOf } from "../queries/points.ts";
import { roles } from "../views/account.ts";
import { PersonDetail, PersonView } from "../views/admin.ts";

const { admin } = dashboardGroup("people", "person");
const PAGE = 50;
const params = idOf("person");
export const reason = given({ minLength: 3, maxLength: 500 });

/** Users, their plans, points and roles. Every change requires a reason and adds a line to the audit log. */
export const peopleEndpoints = [
  admin("GET /admin/people", {
    summary: "People, by name or address",
    query: Type.Object({
      search: given({ minLength: 0, maxLength: 200, default: "" }),
      offset: integer({ minimum: 0, maximum: 1e9, default: 0 }),
    }),
    answer: gives(Type.Object({ people: listOf(PersonView), more: Type.Boolean() })),
    async handle({ query: { search, offset } }, { accounts }) {
      const people = await accounts.listAccounts({ search, limit: PAGE + 1, offset });
      return { people: people.slice(0, PAGE).map(viewOf), more: people.length > PAGE };
    },
  }),
  admin("GET /admin/people/{id}", {
    summary: "A person with keys, points and audit log",
    params,
    answer: gives(PersonDetail),
    async handle({ params }, context) {
      const { accounts, store } = context;
      const person = await someone(context, params.id);
      const keys = await accounts.listKeys(person.id);
      return {
        person: viewOf({ ...person, points: await pointsOf(store.db, person.id) }),
        keys: keys.toReversed().map((key) => ({ ...key, account_email: person.email })),
        ledger: (await accounts.ledgerOf(person.id)).map(({ no, kind, amount, balance, at, note }) => ({
          ...{ no, kind, amount, balance, at, note },
        })),
        audit: await auditRows(store.db, { subject: person.id, limit: 20, before: null }),
      };
    },
  }),
  admin("POST /admin/people/{id}/plan", {
    summary: "Change a person's plan",
    params,
    body: Type.Object({ plan: given({ minLength: 0, maxLength: 60 }), reason }),
    examples: [{ plan: "starter", reason: "paid by card" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const person = await someone(context, params.id);
      await context.accounts.setPlan(person.id, body.plan);
      await trail(context, caller.person, {
        ...{ what: "plan", subject: person.id, before: { plan: person.plan }, after: body },
      });
    },
  }),
  admin("POST /admin/people/{id}/role", {
    summary: "Make a person an admin, or a member again",
    params,
    body: Type.Object({ role: choice(roles), reason }),
    examples: [{ role: "member", reason: "left the team" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const person = await someone(context, params.id);
      // Otherwise the last admin could lock everyone out of these pages.
      if (person.id === caller.person.id) throw new WinnowError("bad_request", "Another admin must change your role.");
      await context.accounts.setRole(person.id, body.role);
      await trail(context, caller.person, {
        ...{ what: "role", subject: person.id, before: { role: person.role }, after: body },
      });
    },
  }),
  admin("POST /admin/people/{id}/grant", {
    summary: "Give or take points",
    params,
    body: Type.Object({ points: integer({ minimum: -1e9, maximum: 1e9 }), reason }),
    examples: [{ points: 250, reason: "sorry for the trouble" }],
    answer: gives(Type.Object({ done: Type.Literal(true), points: integer() })),
    async handle({ caller, params, body }, context) {
      const person = await someone(context, params.id);
      const before = await pointsOf(context.store.db, person.id);
      const kind = body.points < 0 ? "correction" : "grant";
      const { points } = await context.accounts.grant(person.id, body.points, { kind, note: body.reason });
      await trail(context, caller.person, {
        ...{ what: kind, subject: person.id, before: { points: before }, after: { points, reason: body.reason } },
      });
      return { done: true as const, points };
    },
  }),
  admin("POST /admin/people/{id}/pause", {
    summary: "Pause an account until an admin resumes it",
    params,
    body: Type.Object({ reason }),
    examples: [{ reason: "stolen password" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const person = await someone(context, params.id);
      if (person.id === caller.person.id)
        throw new WinnowError("bad_request", "Another admin must pause your account.");
      await context.accounts.setPaused(person.id, true);
      await context.auth.sessions.endAll(person.id);
      const stopped = await context.access.stop(person.id, { keys: true });
      const after = { stopped: stopped.length, reason: body.reason };
      await trail(context, caller.person, { what: "account paused", subject: person.id, before: null, after });
    },
  }),
  admin("POST /admin/people/{id}/resume", {
    summary: "Let the owner of a paused account sign in again",
    params,
    body: Type.Object({ reason }),
    examples: [{ reason: "the owner has a new password" }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const person = await someone(context, params.id);
      await context.accounts.setPaused(person.id, false);
      await trail(context, caller.person, { what: "account resumed", subject: person.id, before: null, after: body });
    },
  }),
];

async function someone({ accounts }: DashboardContext, id: string): Promise<Person> {
  const person = await accounts.findById(id);
  if (!person) throw notFound();
  return person;
}

const viewOf = (person: ListedPerson): PersonView => ({
  id: person.id,
  name: person.name,
  email: person.email,
  email_verified: person.email_verified,
  role: person.role,
  plan: person.plan,
  points: person.points,
  created_at: person.created_at,
  last_login_at: person.last_login_at,
  paused_at: person.paused_at,
});
