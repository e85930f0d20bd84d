import { beforeAll, describe, expect, test } from "vitest";
import { type MemberRole, memberRoles } from "../../src/accounts/roles.ts";
import { withAccounts } from "../../src/app/open-accounts.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { dashboardSuite, type Visitor } from "../support/dashboard/dashboard.ts";
import { described, describedForDashboard } from "../support/endpoints/described.ts";

/** Who may call which endpoint. The lists are written by hand, so that a changed description shows up here. */
const FOR_EVERYBODY = [
  "scheduleFeed",
  "openLink",
  "health",
  "ready",
  "live",
  "status",
  "GET /catalogue",
  "POST /prepared-searches",
  "GET /plans",
  "GET /outbox",
  "GET /session",
  "POST /sign-up",
  "POST /sign-in",
  "POST /sign-in/code",
  "POST /sign-out",
  "POST /password/forgot",
  "POST /password/reset/check",
  "POST /password/reset",
  "POST /email/verify",
  "POST /sign-in/single-sign-on",
  "POST /sign-in/single-sign-on/return",
  "GET /forms",
];
const FOR_OPERATORS = ["healthDetails"];
const FOR_ADMINISTRATORS = /^\w+ \/admin\//;
/** Of the others, those that take more than a viewer. */
const LOWEST_ROLE: Record<Exclude<MemberRole, "viewer">, string[]> = {
  owner: [
    "GET /export",
    "POST /account/delete",
    "POST /members/{id}/transfer",
    "GET /single-sign-on",
    "POST /single-sign-on",
    "POST /single-sign-on/prove",
    "DELETE /single-sign-on",
  ],
  admin: [
    "createWebhook",
    "webhookSecret",
    "replayDelivery",
    "changeWebhook",
    "deleteWebhook",
    "enableWebhook",
    "testWebhook",
    "rotateWebhook",
    "createDestination",
    "deleteDestination",
    "testDestination",
    "POST /retain",
    "POST /alerts",
    "POST /account/name",
    "GET /account/audit",
    "PATCH /members/{id}",
    "POST /members/{id}/remove",
    "POST /invitations",
    "DELETE /invitations/{id}",
  ],
  developer: [
    "cancelJob",
    "submitBatch",
    "previewBatch",
    "cancelBatch",
    "pauseBatch",
    "resumeBatch",
    "retryBatch",
    "createSchedule",
    "previewSchedule",
    "changeSchedule",
    "deleteSchedule",
    "pauseSchedule",
    "resumeSchedule",
    "runSchedule",
    "rotateFeed",
    "jobLink",
    "batchLink",
    "scheduleLink",
    "deleteLink",
    "POST /keys",
    "PATCH /keys/{id}",
    "POST /keys/{id}/rotate",
    "DELETE /keys/{id}",
    "POST /playground/quote",
    "POST /playground/options",
    "POST /playground/run",
    "POST /saved-calls",
    "DELETE /saved-calls/{id}",
    "POST /oauth/request",
    "POST /oauth/consent",
  ],
};
/** For keys without a spending cap that may use every source, unless the key's owner says otherwise. */
const MANAGES_DELIVERY = [
  "webhooks",
  "createWebhook",
  "webhookSecret",
  "webhookDeliveries",
  "replayDelivery",
  "webhook",
  "changeWebhook",
  "deleteWebhook",
  "enableWebhook",
  "testWebhook",
  "rotateWebhook",
  "createDestination",
  "destinations",
  "deleteDestination",
  "testDestination",
];
/** For keys that may use every source. */
const FOR_WHOLE_ACCOUNTS = ["links", "deleteLink"];

type Described = Endpoint<never>;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const isOpen = ({ id }: Described) => FOR_EVERYBODY.includes(id);
const isForAdministrators = ({ id }: Described) => FOR_ADMINISTRATORS.test(id);
const isForMembers = (endpoint: Described) => !isOpen(endpoint) && !isForAdministrators(endpoint);
const forMembers = describedForDashboard.filter(isForMembers);
const forAdministrators = describedForDashboard.filter(isForAdministrators);

const { visitor, address, config } = dashboardSuite({ ADMIN_EMAIL: "root@people.example" });
const people = {} as Record<MemberRole, Visitor>;
const keys = {} as Record<"usual" | "agent" | "capped" | "narrow" | "trusted", string>;
let stranger: Visitor;
let root: Visitor;
let account: string;

beforeAll(async () => {
  const ids = {} as Record<MemberRole, string>;
  for (const role of memberRoles) {
    people[role] = visitor();
    const { me } = await people[role].signUp(`${role}@people.example`);
    await people[role].confirm(`${role}@people.example`);
    ids[role] = me.id;
  }
  [stranger, root] = [visitor(), visitor()];
  await stranger.signUp("stranger@people.example");
  await root.signUp("root@people.example");
  await root.confirm("root@people.example");
  account = (await people.owner.post("/accounts", { name: "Shop" })).body.id;
  await withAccounts(config(), async ({ store, accounts }) => {
    for (const role of memberRoles.slice(1))
      await store.db
        .insertInto("members")
        .values({ account_id: account, person_id: ids[role], role, created_at: 1 })
        .execute();
    const key = async (kind: object) => (await accounts.createKey(account, { name: "k", ...kind })).secret;
    keys.usual = await key({ expires_at: Date.now() + 3_600_000 });
    keys.agent = await key({ usage_context: "mcp_only" });
    keys.capped = await key({ spending_cap: 1_000 });
    keys.narrow = await key({ sources: ["stays"] });
    keys.trusted = await key({ sources: ["stays"], spending_cap: 1_000, manages_delivery: true });
  });
});

/** Sends what no handler accepts, so that nothing changes: a body of the wrong type, and ids of nothing. */
const call = (who: Visitor, { method, path }: Described, headers: Record<string, string> = { "x-account": account }) =>
  who.call(method, path.replaceAll(/\{\w+\}/g, UNKNOWN), method === "GET" ? undefined : "nothing", headers);

async function callWith(key: string | null, { method, path }: Described) {
  const answer = await fetch(address() + path.replaceAll(/\{\w+\}/g, UNKNOWN), {
    method,
    headers: { "content-type": "application/json", ...(key && { "access-token": key }) },
    ...(method !== "GET" && { body: JSON.stringify("nothing") }),
  });
  return {
    status: answer.status,
    detail: ((await answer.json().catch(() => null)) as { detail?: unknown } | null)?.detail,
  };
}

const byId = (endpoints: Described[]) => endpoints.map((endpoint) => [endpoint.id, endpoint] as const);

describe.each(memberRoles)("a member who is %s", (role) => {
  test.each(byId(forMembers))("%s", async (id, endpoint) => {
    const lowest = (Object.keys(LOWEST_ROLE) as Array<keyof typeof LOWEST_ROLE>).find((one) =>
      LOWEST_ROLE[one].includes(id),
    );
    const isAllowed = memberRoles.indexOf(role) <= memberRoles.indexOf(lowest ?? "viewer");
    const { status, body } = await call(people[role], endpoint);
    const isRefused = status === 403 && /^You are an? \w+ of this account/.test(String(body.detail));
    expect([status, isRefused]).toEqual([isAllowed ? expect.any(Number) : 403, !isAllowed]);
  });
});

test("for somebody of another account the account does not exist, whatever they ask for", async () => {
  for (const endpoint of forMembers) {
    const { status, body } = await call(stranger, endpoint);
    expect([endpoint.id, status, body.detail]).toEqual([endpoint.id, 404, "There is no such account."]);
  }
  const nobodys = await stranger.call("GET", "/keys", undefined, { "x-account": UNKNOWN });
  expect([nobodys.status, nobodys.body.detail]).toEqual([404, "There is no such account."]);
});

test("somebody who is not signed in is asked to, except where everybody is let in", async () => {
  const nobody = visitor();
  for (const endpoint of describedForDashboard) {
    const { status, body } = await call(nobody, endpoint, {});
    const isAsked = status === 401 && body.detail === "Please sign in.";
    expect([endpoint.id, isAsked]).toEqual([endpoint.id, !isOpen(endpoint)]);
  }
});

test("pages of administrators do not exist for anybody else", async () => {
  expect(forAdministrators.length).toBeGreaterThan(20);
  for (const endpoint of forAdministrators) {
    const { status, body } = await call(stranger, endpoint, {});
    expect([endpoint.id, status, body]).toEqual([endpoint.id, 404, { detail: "Not Found" }]);
    if (endpoint.path.includes("{")) continue;
    expect([endpoint.id, (await call(root, endpoint, {})).body]).not.toEqual([endpoint.id, { detail: "Not Found" }]);
  }
});

/** How each key is refused: none at all, for MCP only, usual, with a cap, for one source, trusted with deliveries. */
function refusals({ id }: Described): Array<number | null> {
  if (FOR_EVERYBODY.includes(id)) return [null, null, null, null, null, null];
  if (FOR_OPERATORS.includes(id)) return [404, 404, 404, 404, 404, 404];
  if (MANAGES_DELIVERY.includes(id)) return [401, 403, null, 403, 403, null];
  if (FOR_WHOLE_ACCOUNTS.includes(id)) return [401, 403, null, null, 403, 403];
  return [401, 403, null, null, null, null];
}

test.each(byId(described))("with a key: %s", async (_id, endpoint) => {
  const refusal = async (key: string | null) => {
    const { status, detail } = await callWith(key, endpoint);
    return status === 401 || status === 403 || detail === "Not Found" ? status : null;
  };
  const { agent, usual, capped, narrow, trusted } = keys;
  const all = [null, agent, usual, capped, narrow, trusted].map(refusal);
  expect(await Promise.all(all)).toEqual(refusals(endpoint));
});

test("the lists name no endpoint that is gone", () => {
  const known = new Set([...described, ...describedForDashboard].map(({ id }) => id));
  const named = [
    FOR_EVERYBODY,
    FOR_OPERATORS,
    ...Object.values(LOWEST_ROLE),
    MANAGES_DELIVERY,
    FOR_WHOLE_ACCOUNTS,
  ].flat();
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});
