import { beforeAll, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";

const { visitor } = dashboardSuite({ ADMIN_EMAIL: "ada@people.example" });
let ada: Visitor;
let accountId: string;
beforeAll(async () => {
  ada = visitor();
  const { me } = await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
  accountId = me.id;
});

const SEARCH = "/api/nlretail/products/search";

/** `test/every-endpoint.test.ts` tests the bounds of every field, from its schema. */
test.each([
  ["2028-02-29", 200],
  ["2028-02-29T23:00:00.000Z", 200],
  ["2027-02-29", 422],
  ["2027-1-1", 422],
  ["2027-01-01T99:00:00Z", 422],
  ["2027-01-01T00:00", 422],
  ["yesterday", 422],
])("a list from %s on is %i: the day must exist, and an instant needs its zone", async (from, status) => {
  expect((await ada.get(`/requests?from=${from}`)).status).toBe(status);
});

test("a rejected password is not repeated in the response", async () => {
  const secret = "correct horse battery staple";
  for (const body of [
    { password: secret, email: 7 },
    { email: "ada@people.example", password: secret.repeat(40) },
  ]) {
    const answer = await visitor().post("/sign-in", body);
    expect([answer.status, JSON.stringify(answer.body).includes(secret)]).toEqual([422, false]);
  }
});

test("the mail settings of the account accept any subset", async () => {
  const all = (await ada.get("/alerts")).body.all_points_levels;
  await ada.post("/alerts", { points_levels: all });
  expect((await ada.get("/alerts")).body.points_levels).toEqual(all);
  await ada.post("/alerts", { points_levels: [] });
  expect((await ada.get("/alerts")).body).toEqual({ points_levels: [], all_points_levels: all });
});

test("an account stores at most two hundred calls: limits.savedCalls", async () => {
  const save = (name: string) => ada.post("/saved-calls", { name, operation: SEARCH, body: {} });
  const { calls } = (await ada.get("/saved-calls")).body;
  const saved = await Promise.all(Array.from({ length: 200 - calls.length }, (_, at) => save(`call ${at}`)));
  expect(saved.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await save("one more")).toMatchObject({
    status: 400,
    body: { detail: "An account keeps at most 200 calls. Delete one first." },
  });
});

test("a plan with monthly points has a budget for each of its days", async () => {
  expect((await ada.get("/usage")).body.budget_per_day).toBeNull();
  await ada.post(`/admin/people/${accountId}/plan`, { plan: "starter", reason: "for a test" });
  const { plans } = (await ada.get("/plans")).body;
  const { points, every } = plans.find(({ name }: { name: string }) => name === "starter");
  const { budget_per_day, columns } = (await ada.get("/usage")).body;
  const [year, month] = columns.at(-1).split("-").map(Number);
  expect([every, budget_per_day]).toEqual(["month", points / new Date(Date.UTC(year, month, 0)).getUTCDate()]);
});

test("a missing name gets a default, and a second factor starts with the password", async () => {
  const bob = visitor();
  const signUp = { email: "bob@people.example", password: "correct horse battery" };
  expect((await bob.post("/sign-up", { ...signUp, name: "  " })).body).toMatchObject({
    me: { name: "You" },
    api_key: expect.stringMatching(/^wnw_/),
  });
  expect((await bob.post("/second-factor", { password: "wrong" })).status).toBe(400);
  expect((await bob.post("/second-factor", { password: signUp.password })).body).toEqual({
    uri: expect.stringMatching(/^otpauth:\/\/totp\//),
    recovery_codes: expect.arrayContaining([expect.any(String)]),
  });
});
