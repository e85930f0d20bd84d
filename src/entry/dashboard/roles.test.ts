import { beforeAll, describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";
import { type MemberRole, memberRoles } from "../../accounts/roles.ts";
import { withAccounts } from "../../app/open-accounts.ts";
import { dashboardEndpoints } from "../../endpoints/dashboard/index.ts";
import { workEndpoints } from "../../endpoints/index.ts";

/** Written by hand, so that a change of the table shows up here: the lowest role that may. */
const LOWEST: Record<string, MemberRole> = {
  self: "viewer",
  read: "viewer",
  work: "developer",
  manage: "admin",
  own: "owner",
};
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const forMembers = [...dashboardEndpoints, ...workEndpoints].filter(({ callers }) => callers.includes("session"));

const { visitor, config } = dashboardSuite();
const people = {} as Record<MemberRole, Visitor>;
let stranger: Visitor;
let account: string;

beforeAll(async () => {
  const ids = {} as Record<MemberRole, string>;
  for (const role of memberRoles) {
    people[role] = visitor();
    const { me } = await people[role].signUp(`${role}@people.example`);
    await people[role].confirm(`${role}@people.example`);
    ids[role] = me.id;
  }
  stranger = visitor();
  await stranger.signUp("stranger@people.example");
  account = (await people.owner.post("/accounts", { name: "Shop" })).body.id;
  await withAccounts(config(), async ({ store }) => {
    for (const role of memberRoles.slice(1))
      await store.db
        .insertInto("members")
        .values({ account_id: account, person_id: ids[role], role, created_at: 1 })
        .execute();
  });
});

/** Sends what no handler accepts, so that nothing changes: a body of the wrong type, and ids of nothing. */
const call = (who: Visitor, { method, path }: { method: string; path: string }) =>
  who.call(method, path.replaceAll(/\{\w+\}/g, UNKNOWN), method === "GET" ? undefined : "nothing", {
    "x-account": account,
  });

const isRefused = ({ status, body }: Awaited<ReturnType<typeof call>>): boolean =>
  status === 403 && /^You are an? \w+ of this account/.test(String(body.detail));

describe.each(memberRoles)("a member who is %s", (role) => {
  test.each(forMembers.map((endpoint) => [endpoint.id, endpoint] as const))("%s", async (_id, endpoint) => {
    const isAllowed = memberRoles.indexOf(role) <= memberRoles.indexOf(LOWEST[endpoint.needs!]!);
    const answer = await call(people[role], endpoint);
    expect([answer.status, isRefused(answer)]).toEqual([isAllowed ? expect.any(Number) : 403, !isAllowed]);
  });
});

test("for a stranger the account does not exist, whatever they ask for", async () => {
  for (const endpoint of forMembers) {
    const { status, body } = await call(stranger, endpoint);
    expect([endpoint.id, status, body.detail]).toEqual([endpoint.id, 404, "There is no such account."]);
  }
  const nobodys = await stranger.call("GET", "/keys", undefined, { "x-account": UNKNOWN });
  expect([nobodys.status, nobodys.body.detail]).toEqual([404, "There is no such account."]);
});

test("every endpoint for members names what it needs, and each permission is needed somewhere", () => {
  expect(new Set(forMembers.map(({ needs }) => needs))).toEqual(new Set(Object.keys(LOWEST)));
});
