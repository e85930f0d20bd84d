import { Type } from "typebox";
import type { ListedPerson } from "../../../../accounts/accounts.ts";
import type { Person } from "../../../../accounts/types.ts";
import { WinnowError } from "../../../../contract/errors.ts";
import type { PersonDetail, PersonView } from "../../admin-api-types.ts";
import { notFound } from "../../errors.ts";
import type { DashboardParts } from "../../parts.ts";
import { pointsOf } from "../../queries/points.ts";
import type { GuardedRoutes } from "../../session.ts";
import { type AuditTrail, auditRows } from "./audit.ts";

const PAGE = 50;
const Search = Type.Object({
  search: Type.String({ maxLength: 200, default: "" }),
  offset: Type.Integer({ minimum: 0, maximum: 1e9, default: 0 }),
});
const Reason = Type.String({ minLength: 3, maxLength: 500 });
const NewPlan = Type.Object({ plan: Type.String({ maxLength: 60 }), reason: Reason });
const NewRole = Type.Object({ role: Type.Enum(["member", "admin"]), reason: Reason });
const Stop = Type.Object({ reason: Reason });
const Grant = Type.Object({ points: Type.Integer({ minimum: -1e9, maximum: 1e9 }), reason: Reason });

/** People, their plans, points and roles. Every change asks for a reason and leaves a line in the audit log. */
export function registerAdminPeople({ admin }: GuardedRoutes, parts: DashboardParts, trail: AuditTrail): void {
  const { accounts, store, access, auth } = parts;

  admin("GET", "/admin/people", { querystring: Search }, async ({ query }) => {
    const people = await accounts.listAccounts({ search: query.search, limit: PAGE + 1, offset: query.offset });
    return { people: people.slice(0, PAGE).map(viewOf), more: people.length > PAGE };
  });

  admin("GET", "/admin/people/:id", {}, async ({ params }): Promise<PersonDetail> => {
    const person = await someone(params.id!);
    const keys = await accounts.listKeys(person.id);
    return {
      person: viewOf({ ...person, points: await pointsOf(store.db, person.id) }),
      keys: keys.toReversed().map((key) => ({ ...key, account_email: person.email })),
      ledger: (await accounts.ledgerOf(person.id)).map(({ no, kind, amount, balance, at, note }) => ({
        ...{ no, kind, amount, balance, at, note },
      })),
      audit: await auditRows(store.db, { subject: person.id, limit: 20, before: null }),
    };
  });

  admin("POST", "/admin/people/:id/plan", { body: NewPlan }, async ({ person: who, params, body }) => {
    const person = await someone(params.id!);
    await accounts.setPlan(person.id, body.plan);
    await trail(who, "plan", person.id, { plan: person.plan }, { plan: body.plan, reason: body.reason });
    return { done: true };
  });

  admin("POST", "/admin/people/:id/role", { body: NewRole }, async ({ person: who, params, body }) => {
    const person = await someone(params.id!);
    // Otherwise the last admin could lock everybody out of these pages.
    if (person.id === who.id) throw new WinnowError("bad_request", "Another admin must change your role.");
    await accounts.setRole(person.id, body.role);
    await trail(who, "role", person.id, { role: person.role }, { role: body.role, reason: body.reason });
    return { done: true };
  });

  admin("POST", "/admin/people/:id/grant", { body: Grant }, async ({ person: who, params, body }) => {
    const person = await someone(params.id!);
    const before = await pointsOf(store.db, person.id);
    const kind = body.points < 0 ? "correction" : "grant";
    const { points } = await accounts.grant(person.id, body.points, { kind, note: body.reason });
    await trail(who, kind, person.id, { points: before }, { points, reason: body.reason });
    return { done: true, points };
  });

  admin("POST", "/admin/people/:id/stop", { body: Stop }, async ({ person: who, params, body }) => {
    const person = await someone(params.id!);
    if (person.id === who.id) throw new WinnowError("bad_request", "Another admin must stop your account.");
    await auth.sessions.endAll(person.id);
    const stopped = await access.stop(person.id, { keys: true });
    await trail(who, "account stopped", person.id, null, { stopped: stopped.length, reason: body.reason });
    return { done: true };
  });

  async function someone(id: string): Promise<Person> {
    const person = await accounts.findById(id);
    if (!person) throw notFound();
    return person;
  }
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
});
