import { beforeAll, describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../support/dashboard/dashboard.ts";
import { mcpCaller } from "./support/mcp.ts";

/** OWASP API3:2023, broken object property level authorization. */

const { visitor, address } = dashboardSuite({ ADMIN_EMAIL: "root@people.example" });
let root: Visitor;
let key: string;

beforeAll(async () => {
  root = visitor();
  ({ api_key: key } = await root.signUp("root@people.example"));
  await root.confirm("root@people.example");
});

test("users cannot give themselves a role, a plan, points or a confirmed address", async () => {
  const eve = visitor();
  const input = { role: "admin", plan: "enterprise", points: 1e9, email_verified: true, emailVerified: true, id: "1" };
  const account = { name: "Eve", email: "eve@people.example", password: "correct horse battery" };
  expect((await eve.post("/sign-up", { ...account, ...input })).status).toBe(422);
  const { body } = await eve.post("/sign-up", account);
  expect((await eve.post("/name", { name: "Eve", ...input })).status).toBe(422);
  const { me } = (await eve.get("/session")).body;
  expect(me).toMatchObject({ id: body.me.id, role: "member", plan: "free", email_verified: false, points: 0 });
});

describe("a name that JavaScript itself uses", () => {
  const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];

  test.each(names)("%s is not a tool", async (name) => {
    const answer = await mcpCaller(address(), key)(name, {});
    expect([answer.isError, answer.content[0]!.text]).toEqual([true, expect.stringContaining("Tools: discover")]);
  });

  test.each(names)("%s is not a field of an operation", async (values_of) => {
    const answer = await mcpCaller(address(), key)("discover", { operation: "nlretail/products/search", values_of });
    expect(answer.content[0]!.text).toContain("has no field");
  });

  test.each(names)("%s is not a plan", async (plan) => {
    const { body } = await root.get("/session");
    const answer = await root.post(`/admin/people/${body.me.id}/plan`, { plan, reason: "a test" });
    expect(answer.status).toBe(400);
    expect((await root.get("/usage")).status).toBe(200);
  });
});

test("internal failures are reported without internal details", async () => {
  const call = mcpCaller(address(), key);
  for (const result_id of ["\u0000", "' or 1=1 --", "x".repeat(300)]) {
    const said = await call("query", { result_id }).then(
      ({ content }) => content[0]!.text,
      (error: Error) => error.message,
    );
    expect(said).not.toMatch(/sqlite|select |postgres|at .*\.ts/i);
  }
});

test("a key is shown once: no later response contains it or its hash", async () => {
  for (const path of ["/keys", "/session", "/usage", "/admin/keys", "/admin/audit"]) {
    const text = JSON.stringify((await root.get(path)).body);
    expect(text).not.toContain(key);
    expect(text).not.toMatch(/"(previous_)?hash"/);
  }
});
