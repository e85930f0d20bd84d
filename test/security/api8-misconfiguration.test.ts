import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { withAccounts } from "../../src/app/open-accounts.ts";
import { type Running, startWinnow } from "../../src/app/start-server.ts";
import { welcome } from "../../src/cli/operator/serve.ts";
import { earlyInTheHour, quickPasswords, Visitor } from "../support/dashboard/dashboard.ts";
import { suiteLog } from "../support/secrets/log.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { freshDatabase } from "../support/store/stores.ts";
import { mcpCaller } from "./support/mcp.ts";

/** OWASP API8:2023, security misconfiguration, on PostgreSQL, which accepts less than SQLite. */

let running: Running;
let folder: string;
let databaseUrl: string;
let key: string;
let root: Visitor;
const lines: string[] = [];

const config = (more: Record<string, string> = {}) =>
  readConfig({
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "info",
    ADMIN_EMAIL: "root@people.example",
    ...more,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-security-"));
  databaseUrl = await freshDatabase();
  const logTo = {
    write(line: string) {
      lines.push(line);
      suiteLog.write(line);
    },
  };
  running = await startWinnow(config(), { clock: earlyInTheHour(), logTo, passwordCost: quickPasswords });
  root = new Visitor(running);
  ({ api_key: key } = await root.signUp("root@people.example"));
  await root.confirm("root@people.example");
});
afterAll(async () => {
  await running?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(running.address + path, { headers });

describe("unsent mails", () => {
  test.each<[string, Record<string, string>]>([
    ["a proxy on the same host", { "x-forwarded-for": "203.0.113.7" }],
    ["a proxy that says so in the standard's way", { forwarded: "for=203.0.113.7" }],
    ["a proxy that passes the host on", { host: "winnow.example" }],
    ["a page that was bound to this address by its DNS", { host: "evil.example:80" }],
    ["plain nginx, which says nothing about the caller", { host: "127.0.0.1:8080" }],
    ["a wrong token", { "x-operator-token": "x".repeat(43) }],
  ])("unsent mails are not exposed through %s, and neither is /metrics", async (_, headers) => {
    const outbox = await running.server.inject({ url: "/dashboard-api/outbox", headers });
    expect([outbox.statusCode, outbox.json().mails]).toEqual([403, undefined]);
    for (const url of ["/metrics", "/health/details"]) {
      const authorization = `Bearer ${headers["x-operator-token"] ?? ""}`;
      for (const more of [{}, { authorization }]) {
        expect((await running.server.inject({ url, headers: { ...headers, ...more } })).statusCode).toBe(404);
      }
    }
  });

  test("unsent mails are shown to whoever has the token printed at the start, as is /metrics", async () => {
    const { operatorToken } = running;
    expect((await get("/dashboard-api/outbox", { "x-operator-token": operatorToken })).status).toBe(200);
    for (const path of ["/metrics", "/health/details"]) {
      expect((await get(path, { authorization: `Bearer ${operatorToken}` })).status).toBe(200);
    }
    const link = new RegExp(`Dashboard +${running.address}/#outbox=${operatorToken}\\n`);
    expect(welcome(running)).toMatch(link);
    expect(welcome({ ...running, hasOutbox: false })).not.toContain(operatorToken);
  });
});

test("a key revoked by another process stops working immediately", async () => {
  const opened = await withAccounts(config(), async ({ accounts }) => {
    const account = await accounts.createAccount({ email: "revoked@people.example", plan: "pro" });
    return accounts.createKey(account.id, { name: "short-lived" });
  });
  const discover = () =>
    mcpCaller(running.address, opened.secret)("discover", {}).catch((error: Error) => error.message);
  const statuses = async () => {
    const paths = ["/token/statistic", "/token/requests", "/jobs", "/webhooks"];
    return Promise.all(paths.map(async (path) => (await get(path, { "access-token": opened.secret })).status));
  };
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect(await discover()).toMatchObject({ content: expect.anything() });
  await withAccounts(config(), ({ accounts }) => accounts.revokeKey(opened.key.id));
  expect(await statuses()).toEqual([401, 401, 401, 401]);
  expect(await discover()).toContain("401");
});

describe("values that a store rejects are the caller's error", () => {
  test.each([
    "/dashboard-api/requests/%00",
    "/dashboard-api/requests?search=%00",
    "/dashboard-api/admin/people?search=a%00b",
    "/dashboard-api/admin/people/%00",
    "/dashboard-api/requests?from=9999-99-99",
    "/dashboard-api/requests?to=2026-02-31",
    "/dashboard-api/admin/people?limit=100000000000000000000000",
    "/dashboard-api/admin/audit?before=1e23",
    "/token/requests?cursor=%00",
    "/token/requests?start_time=9999-99-99",
    "/%00",
  ])("%s", async (path) => {
    const answer = await get(path, { cookie: root.cookie, "access-token": key });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test("a NUL in a body", async () => {
    expect((await root.post("/name", { name: "a\0b" })).status).toBe(400);
    expect((await root.post("/sign-in", { email: "a\0@b.example", password: "x" })).status).toBe(400);
  });

  test("a count that no balance could pay for", async () => {
    const answer = await fetch(`${running.address}/api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json" },
      body: '{"keyword":"stoel","count":100000000000000000000000}',
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test("a batch that may cost more than the balance", async () => {
    const answer = await fetch(`${running.address}/batches`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json" },
      body: '{"operation":"nlretail/products/search","requests":[{"keyword":"stoel","count":1}],"max_cost":1e30}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([422, { detail: [{ loc: ["body", "max_cost"] }] }]);
  });
});

describe("TRUST_PROXY", () => {
  test.each(["true", "*", "all", "10.0.0.0/99", "0.0.0.0/0", "my-balancer"])(
    "%s is rejected with a sentence",
    (value) => {
      expect(() => config({ TRUST_PROXY: value })).toThrow(
        /TRUST_PROXY: .* is not an address: name those of your load balancers/,
      );
    },
  );

  test("a proxy that is not configured is reported once", async () => {
    for (let n = 0; n < 3; n++) await get("/health", { "x-forwarded-for": "203.0.113.7" });
    expect(lines.filter((line) => line.includes("sends forwarding headers"))).toHaveLength(1);
  });
});

test("the log contains no link from a mail", async () => {
  await root.post("/password/forgot", { email: "root@people.example" });
  const mails = await root.mailsTo("root@people.example");
  const tokens = mails.flatMap(({ link }) => (link ? [new URL(link).searchParams.get("token")] : [])).filter(Boolean);
  expect(tokens.length).toBeGreaterThan(1);
  for (const token of tokens) expect(lines.join("")).not.toContain(token);
});

test("the demo key ends when the service listens beyond this machine, or a source is real", async () => {
  const own = join(folder, "demo");
  const start = (more: Record<string, string>) =>
    startWinnow(config({ DATA_DIR: own, DATABASE_URL: "", LOG_LEVEL: "silent", ...more }));
  const first = await start({});
  expect(first.demoKey).toMatch(/^wnw_/);
  await first.close();
  const open = await start({ WINNOW_NLRETAIL_ORIGIN: "http://127.0.0.1:9" });
  const answer = await fetch(`${open.address}/token/statistic`, { headers: { "access-token": first.demoKey! } });
  await open.close();
  expect([open.demoKey, answer.status]).toEqual([null, 401]);
});

test("only the owner can read the data folder and its contents", async () => {
  const dataDir = join(folder, "private");
  await withAccounts(config({ DATA_DIR: dataDir, DATABASE_URL: "" }), async ({ accounts }) => {
    await accounts.createAccount({ email: "ada@people.example" });
    expect(((await stat(dataDir)).mode & 0o777).toString(8)).toBe("700");
    for (const name of await readdir(dataDir)) {
      expect([name, ((await stat(join(dataDir, name))).mode & 0o777).toString(8)]).toEqual([name, "600"]);
    }
  });
});

test("the audit log has sign-ins, including failed ones, and key changes", async () => {
  const email = "zoe@people.example";
  const zoe = new Visitor(running);
  await zoe.signUp(email);
  await zoe.post("/sign-in", { email, password: "not the password at all" });
  await zoe.post("/sign-in", { email, password: "correct horse battery" });
  const input = { name: "k", usage_context: "standard", sources: null, expires_in_days: null, spending_cap: null };
  const { id } = (await zoe.post("/keys", input)).body.key;
  await zoe.post(`/keys/${id}/rotate`, { overlap_hours: 1 });
  await zoe.delete(`/keys/${id}`);
  const { body } = await root.get("/admin/audit?by=everybody");
  const reported = JSON.stringify(body);
  for (const what of ["sign-in failed", "sign-in", "sign-up", "key created", "key rotated", "key revoked"]) {
    expect([what, reported.includes(`"${what}"`)]).toEqual([what, true]);
  }
});

describe("behind https", () => {
  let secured: TestService;
  beforeAll(async () => {
    secured = await startTestService({ env: { PUBLIC_URL: "https://winnow.example" } });
  });
  afterAll(() => secured.close());

  test("cookies are for https only, and pages send HSTS", async () => {
    const account = { name: "Ada", email: "ada@people.example", password: "correct horse battery" };
    const headers = { "x-winnow-dashboard": "1" };
    const { headers: answered } = await secured.post("/dashboard-api/sign-up", account, { headers });
    const cookies = [answered["set-cookie"] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i);
    const page = await secured.inject({ url: "/sign-in", headers: { accept: "text/html" } });
    expect(page.headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
  });
});
