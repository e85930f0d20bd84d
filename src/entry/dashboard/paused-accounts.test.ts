import { expect, test } from "vitest";
import { dashboardSuite } from "../../../test/support/dashboard/dashboard.ts";

const { visitor } = dashboardSuite({ ADMIN_EMAIL: "root@people.example" });

test("nobody can sign in to an account that an admin paused, not even its owner with a new password, until an admin resumes it", async () => {
  const root = visitor();
  const { me: admin } = await root.signUp("root@people.example");
  await root.confirm("root@people.example");
  const grace = visitor();
  const { me, api_key } = await grace.signUp("grace@people.example");
  await grace.confirm("grace@people.example");
  const call = async () => {
    const headers = { "access-token": api_key, "content-type": "application/json" };
    const body = JSON.stringify({ keyword: "lamp", count: 1 });
    return (await fetch(`${grace.address}/api/nlretail/products/search`, { method: "POST", headers, body })).status;
  };
  const enter = (password: string) => visitor().post("/sign-in", { email: "grace@people.example", password });
  expect(await call()).toBe(200);

  expect((await root.post(`/admin/people/${admin.id}/pause`, { reason: "by mistake" })).status).toBe(400);
  expect((await grace.post(`/admin/people/${me.id}/resume`, { reason: "I want to" })).status).toBe(404);
  expect((await root.post(`/admin/people/${me.id}/pause`, { reason: "stolen password" })).status).toBe(200);
  expect([await call(), (await grace.get("/keys")).status]).toEqual([401, 401]);
  const refused = await enter("correct horse battery");
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    expect.stringMatching(/^An admin has paused this account/),
  ]);
  expect(refused.headers.getSetCookie()).toEqual([]);

  // A password reset does not open it either.
  await visitor().post("/password/forgot", { email: "grace@people.example" });
  const token = await grace.tokenTo("grace@people.example", "Choose a new password");
  const reset = { token, password: "another horse battery" };
  expect((await grace.post("/password/reset", reset)).status).toBe(200);
  expect((await enter("another horse battery")).status).toBe(403);
  expect((await root.get(`/admin/people/${me.id}`)).body.person.paused_at).toEqual(expect.any(Number));

  expect((await root.post(`/admin/people/${me.id}/resume`, { reason: "the owner called" })).status).toBe(200);
  expect((await enter("another horse battery")).status).toBe(200);
});

test("the audit log lists admins' changes, and owners' actions only on request", async () => {
  const root = visitor();
  await root.post("/sign-in", { email: "root@people.example", password: "correct horse battery" });
  const whats = async (query: string) =>
    ((await root.get(`/admin/audit${query}`)).body.rows as Array<{ what: string }>).map(({ what }) => what);
  expect(await whats("")).toEqual(expect.arrayContaining(["account paused", "account resumed"]));
  expect((await whats("")).filter((what) => what.startsWith("sign"))).toEqual([]);
  expect(await whats("?by=everybody")).toEqual(expect.arrayContaining(["sign-in", "sign-up", "account paused"]));
});
