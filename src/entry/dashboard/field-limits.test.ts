import { beforeAll, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";

const { visitor } = dashboardSuite({ ADMIN_EMAIL: "ada@people.example" });
let ada: Visitor;
let ids: { key: string; person: string };
beforeAll(async () => {
  ada = visitor();
  const { me } = await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
  ids = { key: (await ada.get("/keys")).body.keys[0].id, person: me.id };
});

const x = (length: number) => "x".repeat(length);
const mail = (length: number) => `${x(length - 10)}@x.example`;
const many = (length: number) => Array.from({ length }, () => "nowhere");
type Limits = [taken: unknown[], refused: unknown[]];
const upTo = (most: number): Limits => [[x(most)], [x(most + 1)]];
const filled = (most: number): Limits => [
  ["x", x(most)],
  ["", x(most + 1)],
];
const between = (least: number, most: number): Limits => [
  [least, most],
  [least - 1, most + 1],
];
const names: Limits = [
  [many(1), many(100), [x(60)]],
  [[], many(101), [x(61)]],
];
const reason: Limits = [
  [x(3), x(500)],
  [x(2), x(501)],
];
const SEARCH = "/api/nlretail/products/search";

/** Of each parameter what is just taken, and what is just refused. */
test.each<[string, Record<string, Limits>]>([
  [
    "/requests",
    {
      limit: [
        [1, 100],
        [0, 101, "x", 1.5],
      ],
      cursor: [[], [x(101)]],
      search: upTo(200),
      endpoint: upTo(200),
      key: upTo(60),
      status: [
        [2, 4, 5],
        [1, 3],
      ],
      from: [
        ["2028-02-29", "2028-02-29T23:00:00.000Z"],
        ["2027-02-29", "2027-1-1", "2027-01-01T99:00:00Z", "2027-01-01T00:00"],
      ],
      to: [["2027-01-01"], ["2027-13-01", "yesterday"]],
    },
  ],
  [
    "/usage",
    {
      days: [
        [1, 366],
        [0, 367, 1.5],
      ],
      key: upTo(60),
    },
  ],
  ["/usage.csv", { days: between(1, 366), key: upTo(60), zone: [["Asia/Kolkata"], ["Atlantis", x(61)]] }],
  ["/admin/people", { search: upTo(200), offset: between(0, 1e9) }],
  ["/admin/keys", { search: upTo(200) }],
  ["/admin/requests", { limit: between(1, 100), search: upTo(200) }],
  ["/admin/audit", { before: between(1, 1e15) }],
  [
    "/admin/incidents",
    {
      state: [["open", "all"], ["closed"]],
      source: upTo(60),
      cursor: [
        [1, 2 ** 53 - 1],
        [0, "x"],
      ],
    },
  ],
])("GET %s takes each parameter up to its limit", async (path, parameters) => {
  for (const [name, [taken, refused]] of Object.entries(parameters)) {
    for (const [values, status] of [
      [taken, 200],
      [refused, 422],
    ] as const) {
      for (const value of values) {
        const query = new URLSearchParams({ [name]: String(value) });
        expect((await ada.get(`${path}?${query}`)).status, `${name}=${value}`).toBe(status);
      }
    }
  }
});

const key = { name: "k", usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null };
const options = { operation: SEARCH, field: "x", words: "x", body: {} };
const none = "0193aaaa-0000-7000-8000-000000000000";

/** What is just taken is answered by what follows the check of the body, be it that there is no such thing. */
test.each<[string, string, object, Record<string, Limits>]>([
  [
    "POST",
    "/sign-up",
    { name: x(121), email: "eve@people.example", password: "p" },
    { email: [[], [mail(255), "eve", "eve@people", "e ve@people.example"]], name: [[], ["", x(121)]] },
  ],
  [
    "POST",
    "/sign-in",
    { email: "none@people.example", password: "p" },
    { email: [[mail(254)], [mail(255)]], password: filled(1_000) },
  ],
  [
    "POST",
    "/sign-in/code",
    {},
    {
      code: [
        [x(6), x(40)],
        [x(5), x(41)],
      ],
    },
  ],
  ["POST", "/password/forgot", {}, { email: [[mail(254)], [mail(255), "eve"]] }],
  [
    "POST",
    "/password/reset",
    { token: "t", password: "correct horse battery" },
    { token: filled(200), password: filled(1_000) },
  ],
  ["POST", "/email/verify", { token: "t" }, { token: filled(200), password: filled(1_000) }],
  [
    "POST",
    "/name",
    {},
    {
      name: [
        ["A", x(120)],
        ["", x(121)],
      ],
    },
  ],
  ["POST", "/email/change", {}, { new_email: [[mail(254)], [mail(255), "eve", "eve@people"]] }],
  [
    "POST",
    "/password/change",
    { current_password: "wrong", new_password: "p" },
    { current_password: filled(1_000), new_password: filled(1_000), revoke_keys: [[], ["yes"]] },
  ],
  ["DELETE", "/account", {}, { password: filled(1_000) }],
  ["POST", "/session/confirm", {}, { password: filled(1_000) }],
  ["POST", "/second-factor/confirm", {}, { code: [["123456"], ["12345", "1234567", "12345x"]] }],
  [
    "POST",
    "/keys",
    key,
    {
      name: filled(80),
      usage_context: [["standard", "mcp_only"], ["other"]],
      sources: names,
      expires_in_days: [
        [1, 3_650],
        [0, 3_651, 1.5],
      ],
      spending_cap: between(1, 1e12),
    },
  ],
  [
    "PATCH",
    "/keys/:key",
    {},
    { name: filled(80), sources: names, networks: names, spending_cap: between(1, 1e12), expires_at: between(1, 1e14) },
  ],
  ["POST", `/keys/${none}/rotate`, {}, { overlap_hours: between(0, 720) }],
  [
    "POST",
    "/saved-calls",
    { name: "n", operation: x(1), body: {} },
    { name: filled(80), operation: upTo(200), body: [[{ a: 1 }], ["x", null]] },
  ],
  ["POST", "/playground/quote", { body: {} }, { operation: upTo(200) }],
  ["POST", "/playground/run", { body: {} }, { operation: upTo(200) }],
  [
    "POST",
    "/playground/options",
    { ...options, operation: x(1) },
    { operation: upTo(200), field: upTo(200), words: upTo(200), within: upTo(200), if_free: [[true], ["yes"]] },
  ],
  [
    "POST",
    "/alerts",
    {},
    {
      points_levels: [
        [[], [80]],
        [[80, 80], [1], null],
      ],
    },
  ],
  ["POST", "/oauth/request", {}, { request: [[{ [x(60)]: x(2_000) }], [{ a: x(2_001) }, { a: 1 }]] }],
  [
    "POST",
    "/oauth/consent",
    { request: {}, allow: true, sources: null, spending_cap: null },
    { allow: [[false], ["yes"]], sources: names, spending_cap: between(1, 1e12) },
  ],
  ["POST", "/admin/people/none/plan", { plan: "free", reason: "for a test" }, { plan: upTo(60), reason: reason }],
  [
    "POST",
    "/admin/people/none/role",
    { role: "member", reason: "for a test" },
    { role: [["member", "admin"], ["owner"]], reason: reason },
  ],
  [
    "POST",
    "/admin/people/none/grant",
    { points: 1, reason: "for a test" },
    {
      points: [
        [-1e9, 1e9],
        [-1e9 - 1, 1e9 + 1, 0.5],
      ],
    },
  ],
  ["POST", "/admin/keys/none/revoke", {}, { reason: reason }],
  ["POST", "/admin/incidents/1/note", {}, { note: [["", x(2_000)], [x(2_001)]] }],
  [
    "POST",
    "/admin/sources/nowhere/hold",
    { state: "auto" },
    { state: [["closed", "open", "auto"], ["ajar"]], note: [["", x(500)], [x(501)]] },
  ],
])("%s %s takes each field up to its limit", async (method, path, base, fields) => {
  for (const [name, [taken, refused]] of Object.entries(fields)) {
    for (const [values, isRefused] of [
      [taken, false],
      [refused, true],
    ] as const) {
      for (const value of values) {
        const { status } = await ada.call(method, path.replace(":key", ids.key), { ...base, [name]: value });
        const words = `${name}: ${JSON.stringify(value).slice(0, 80)} answered ${status}`;
        expect(status === 422, words).toBe(isRefused);
        expect(status, words).toBeLessThan(500);
      }
    }
  }
});

test("what the account is mailed about is chosen of all there is", async () => {
  const all = (await ada.get("/alerts")).body.all_points_levels;
  expect((await ada.post("/alerts", { points_levels: all })).body).toEqual({
    points_levels: all,
    all_points_levels: all,
  });
  expect((await ada.post("/alerts", { points_levels: [] })).body).toEqual({
    points_levels: [],
    all_points_levels: all,
  });
  expect((await ada.get("/alerts")).body).toEqual({ points_levels: [], all_points_levels: all });
});

test("an account keeps two hundred calls: limits.savedCalls", async () => {
  const save = (name: string) => ada.post("/saved-calls", { name, operation: SEARCH, body: {} });
  const { calls } = (await ada.get("/saved-calls")).body;
  const saved = await Promise.all(Array.from({ length: 200 - calls.length }, (_, at) => save(`call ${at}`)));
  expect(saved.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await save("one more")).toMatchObject({
    ...{ status: 400, body: { detail: "An account keeps at most 200 calls. Delete one first." } },
  });
});

test("a plan that gives points by the month has a budget for each of its days", async () => {
  expect((await ada.get("/usage")).body.budget_per_day).toBeNull();
  await ada.post(`/admin/people/${ids.person}/plan`, { plan: "starter", reason: "for a test" });
  const { plans } = (await ada.get("/plans")).body;
  const { points, every } = plans.find(({ name }: { name: string }) => name === "starter");
  const { budget_per_day, columns } = (await ada.get("/usage")).body;
  const [year, month] = columns.at(-1).split("-").map(Number);
  expect([every, budget_per_day]).toEqual(["month", points / new Date(Date.UTC(year, month, 0)).getUTCDate()]);
});

test("who gives no name gets one, and a second factor begins with the password", async () => {
  const bob = visitor();
  const signUp = { email: "bob@people.example", password: "correct horse battery" };
  expect((await bob.post("/sign-up", { ...signUp, name: "  " })).body).toMatchObject({
    ...{ me: { name: "You" }, api_key: expect.stringMatching(/^wnw_/) },
  });
  expect((await bob.post("/second-factor", { password: "wrong" })).status).toBe(400);
  expect((await bob.post("/second-factor", { password: signUp.password })).body).toEqual({
    uri: expect.stringMatching(/^otpauth:\/\/totp\//),
    recovery_codes: expect.arrayContaining([expect.any(String)]),
  });
});
