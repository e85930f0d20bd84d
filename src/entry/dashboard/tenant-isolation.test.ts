import { beforeAll, describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";

const { visitor, address } = dashboardSuite({ ADMIN_EMAIL: "root@people.example" });
const NOBODY = "00000000-0000-4000-8000-000000000000";

let ada: Visitor;
let eve: Visitor;
let root: Visitor;
/** Ada's objects, whose ids Eve knows. */
let adas: { account: string; key: string; session: string; request: string };

beforeAll(async () => {
  [ada, eve, root] = [visitor(), visitor(), visitor()];
  const { me, api_key } = await ada.signUp("ada@people.example");
  await eve.signUp("eve@people.example");
  await root.signUp("root@people.example");
  await root.confirm("root@people.example");
  const catalogue = (await ada.get("/catalogue")).body;
  const operation = catalogue.sources[0].operations[0];
  await fetch(address() + operation.path, {
    method: "POST",
    headers: { "access-token": api_key, "content-type": "application/json" },
    body: JSON.stringify(operation.examples[0]),
  });
  adas = {
    account: me.id,
    key: (await ada.get("/keys")).body.keys[0].id,
    session: (await ada.get("/sessions")).body.sessions[0].id,
    request: (await ada.get("/requests")).body.requests[0].id,
  };
});

/** Every route that names an object by id. */
const byId: Array<[method: string, path: (id: string) => string, kind: keyof typeof adas, body?: unknown]> = [
  ["POST", (id) => `/keys/${id}/rotate`, "key", { overlap_hours: 0 }],
  ["DELETE", (id) => `/keys/${id}`, "key", {}],
  ["GET", (id) => `/keys/${id}`, "key"],
  ["PATCH", (id) => `/keys/${id}`, "key", { name: "Mine" }],
  ["DELETE", (id) => `/sessions/${id}`, "session", {}],
  ["GET", (id) => `/requests/${id}`, "request"],
  ["GET", (id) => `/requests/${id}/evidence`, "request"],
];

describe("an object of another account", () => {
  test.each(byId)("looks like one that does not exist: %s %s", async (method, path, kind, body) => {
    const others = await eve.call(method, path(adas[kind]), body);
    const nobodys = await eve.call(method, path(NOBODY), body);
    expect(others.status).toBe(404);
    expect(others.body).toEqual(nobodys.body);
    expect(nobodys.status).toBe(404);
  });

  test("still exists unchanged after those calls", async () => {
    const { keys } = (await ada.get("/keys")).body;
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ id: adas.key, revoked_at: null, expires_at: null });
    expect((await ada.get("/sessions")).body.sessions).toHaveLength(1);
    expect((await ada.get(`/requests/${adas.request}`)).status).toBe(200);
  });

  test.each(["/keys", "/sessions", "/requests", "/requests.csv", "/usage"])(
    "an object of another account is in no list: %s",
    async (path) => {
      const text = JSON.stringify((await eve.get(path)).body);
      for (const id of Object.values(adas)) expect(text).not.toContain(id);
    },
  );

  test("an object of another account is not found by a filter on its key", async () => {
    expect((await eve.get(`/requests?key=${adas.key}`)).body.requests).toEqual([]);
    expect((await ada.get(`/requests?key=${adas.key}`)).body.requests).toHaveLength(1);
  });

  test("the playground spends the points of the signed-in user", async () => {
    const operation = (await eve.get("/catalogue")).body.sources[0].operations[0];
    const body = { operation: operation.path, body: operation.examples[0] };
    expect((await eve.post("/playground/run", { ...body, account: adas.account, key_id: adas.key })).status).toBe(422);
    expect((await eve.post("/playground/run", body)).body).toContain('"type":"answer"');
    expect((await ada.get("/requests")).body.requests).toHaveLength(1);
    expect((await eve.get("/requests")).body.requests).toHaveLength(1);
  });
});

describe("an admin's route", () => {
  test("changes plan, points and role with a reason, and each change is in the audit log", async () => {
    const at = `/admin/people/${adas.account}`;
    expect((await root.post(`${at}/plan`, { plan: "starter", reason: "paid by card" })).status).toBe(200);
    expect((await root.post(`${at}/grant`, { points: 250, reason: "sorry for the trouble" })).status).toBe(200);
    expect((await root.post(`${at}/role`, { role: "admin", reason: "joined the team" })).status).toBe(200);
    expect((await root.post(`${at}/role`, { role: "member", reason: "left the team" })).status).toBe(200);
    const { person } = (await root.get(at)).body;
    expect(person).toMatchObject({ plan: "starter", role: "member" });
    const log = (await root.get("/admin/audit")).body.rows as any[];
    expect(log.slice(0, 4).map(({ who, what, subject }) => [who, what, subject])).toEqual(
      ["role", "role", "grant", "plan"].map((what) => ["root@people.example", what, "ada@people.example"]),
    );
    expect(log[3]).toMatchObject({ before: { plan: "free" }, after: { plan: "starter", reason: "paid by card" } });
    expect(log[2].after.points - log[2].before.points).toBe(250);
    expect(log.every(({ at: when }) => typeof when === "number")).toBe(true);
  });

  test("shows admins' changes to their own account in the audit log, but not what they do there as its owner", async () => {
    const { me } = (await root.get("/session")).body;
    const at = `/admin/people/${me.id}`;
    const input = { name: "Mine", usage_context: "standard", sources: null, expires_in_days: 1, spending_cap: null };
    const { key } = (await root.post("/keys", input)).body;
    expect((await root.post(`${at}/grant`, { points: 500_000, reason: "for me" })).status).toBe(200);
    expect((await root.post(`${at}/plan`, { plan: "pro", reason: "for me" })).status).toBe(200);
    expect((await root.post(`/admin/keys/${key.id}/revoke`, { reason: "lost" })).status).toBe(200);
    const log = (await root.get("/admin/audit")).body.rows as any[];
    expect(log.slice(0, 3).map(({ who, what, subject }) => [who, what, subject])).toEqual(
      ["key revoked by the operator", "plan", "grant"].map((what) => [
        "root@people.example",
        what,
        "root@people.example",
      ]),
    );
    expect(log.map(({ what }) => what)).not.toContain("key created");
    const all = (await root.get("/admin/audit?by=everybody")).body.rows as any[];
    expect(all.map(({ what }) => what)).toContain("key created");
  });

  test("rejects a change without a reason, or an unknown plan", async () => {
    const at = `/admin/people/${adas.account}`;
    expect((await root.post(`${at}/grant`, { points: 5 })).status).toBe(422);
    expect((await root.post(`${at}/plan`, { plan: "golden", reason: "because" })).status).toBe(400);
  });

  test("does not let admins change their own role", async () => {
    const { me } = (await root.get("/session")).body;
    expect((await root.post(`/admin/people/${me.id}/role`, { role: "member", reason: "tired" })).status).toBe(400);
  });

  test("shows all accounts' requests and keys, and revokes a key with a reason", async () => {
    const { requests } = (await root.get("/admin/requests")).body;
    expect(new Set(requests.map((row: any) => row.account_email))).toEqual(
      new Set(["ada@people.example", "eve@people.example"]),
    );
    const found = (await root.get("/admin/keys?search=ADA@people")).body.keys;
    expect(found.map(({ id }: any) => id)).toEqual([adas.key]);
    await root.post(`/admin/keys/${adas.key}/revoke`, { reason: "leaked" });
    expect((await ada.get("/keys")).body.keys[0].revoked_at).not.toBeNull();
  });
});
