import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quickPasswords, Visitor } from "../../../test/support/dashboard/dashboard.ts";
import { notingRoutes } from "../../../test/support/routes.ts";
import { suiteLog } from "../../../test/support/secrets/log.ts";
import { readConfig } from "../../app/config.ts";
import { type Running, startWinnow } from "../../app/start-server.ts";
import { systemClock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";

const MINUTE = 60_000;
const PASSWORD = "correct horse battery";
const PREFIX = "/dashboard-api";

let folder: string;
let running: Running;
let routes: Array<{ method: string; url: string }>;
/** Starts on a full minute, so that no window ends in the middle of a test. */
let now = Math.floor(Date.now() / MINUTE) * MINUTE;
const later = (ms: number) => {
  now += ms;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-session-"));
  const config = readConfig({ PORT: "0", DATA_DIR: folder, ADMIN_EMAIL: "root@people.example" });
  const clock = { ...systemClock, now: () => now };
  const noted = await notingRoutes(() => startWinnow(config, { clock, logTo: suiteLog, passwordCost: quickPasswords }));
  running = noted.started;
  routes = noted.routes.filter(({ url }) => url.startsWith(PREFIX));
});
afterAll(async () => {
  await running?.close();
  await rm(folder, { recursive: true, force: true });
});

const visitor = () => new Visitor(running);

test("an administrator can change nothing 15 minutes after entering the password, but can still read", async () => {
  const root = visitor();
  await root.signUp("root@people.example");
  await root.confirm("root@people.example");
  // better-auth records a sign-in by the system's clock, which may be minutes ahead of the test's on a busy machine.
  now = Date.now() + 16 * MINUTE;
  const admin = routes.filter(({ url, method }) => url.startsWith(`${PREFIX}/admin/`) && method !== "HEAD");
  const writes = admin.filter(({ method }) => method !== "GET");
  expect(writes.length).toBeGreaterThan(5);
  for (const { method, url } of writes) {
    const { status, body } = await root.call(method, url.slice(PREFIX.length).replaceAll(/:\w+/g, "x"), {});
    expect([method, url, status, body.reason]).toEqual([method, url, 403, "password_again"]);
  }
  expect((await root.get("/admin/people")).status).toBe(200);
  expect((await root.post("/session/confirm", { password: PASSWORD })).status).toBe(200);
  const { method, url } = writes[0]!;
  const { body } = await root.call(method, url.slice(PREFIX.length).replaceAll(/:\w+/g, "x"), {});
  expect(body.reason).toBeUndefined();
});

/** As if all but the last three calls of a minute had been made. */
function useUp(limit: "dashboardCalls" | "anonymousDashboardCalls", who: string): void {
  for (let call = 0; call < limits[limit].max - 3; call++) running.server.windows.use(`${limit} ${who}`, MINUTE);
}

const lastThree = (call: () => Promise<{ status: number }>) =>
  Promise.all([1, 2, 3].map(async () => (await call()).status));

test("a person makes limits.dashboardCalls a minute, whatever they call, in all their accounts; another is not affected", async () => {
  const [ada, bob] = [visitor(), visitor()];
  const { me } = await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
  const shared = { "x-account": (await ada.post("/accounts", { name: "Shop" })).body.id };
  await bob.signUp("bob@people.example");
  later(MINUTE - (now % MINUTE));
  useUp("dashboardCalls", me.id);
  expect(await lastThree(() => ada.call("GET", "/alerts", undefined, shared))).toEqual([200, 200, 200]);
  const refused = await ada.get("/keys");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(refused.body.detail).toBe("Rate limit exceeded: 1200 calls per minute from one person.");
  expect((await bob.get("/keys")).status).toBe(200);
  later(MINUTE);
  expect((await ada.get("/keys")).status).toBe(200);
});

test("a network makes limits.anonymousDashboardCalls a minute without a session; signed-in users are not affected", async () => {
  const [ada, nobody] = [visitor(), visitor()];
  await ada.signUp("eve@people.example");
  later(MINUTE - (now % MINUTE));
  useUp("anonymousDashboardCalls", "127.0.0.1");
  expect(await lastThree(() => nobody.get("/keys"))).toEqual([401, 401, 401]);
  expect((await nobody.get("/keys")).status).toBe(429);
  expect((await nobody.get("/plans")).status).toBe(429);
  expect((await ada.get("/keys")).status).toBe(200);
});
