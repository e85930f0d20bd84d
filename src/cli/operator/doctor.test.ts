import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";
import { Visitor } from "../../../test/support/dashboard/dashboard.ts";
import { startReceiver } from "../../../test/support/jobs/receiver.ts";
import { startCollector } from "../../../test/support/otlp-collector.ts";
import { freshDatabase } from "../../../test/support/store/stores.ts";
import { readConfig } from "../../app/config.ts";
import { startWinnow } from "../../app/start-server.ts";

const folder = await mkdtemp(join(tmpdir(), "winnow-doctor-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data") };

test("an unreachable source and a listener without HTTPS are found", async () => {
  const wrong = { ...env, WINNOW_JOBSBOARD_ORIGIN: "http://127.0.0.1:9", HOST: "0.0.0.0" };
  const { code, stdout } = await endHere(["doctor", "--output", "json"], wrong);
  expect(code).toBe(1);
  const findings = JSON.parse(stdout) as Array<{ check: string; result: string }>;
  expect(findings.find(({ check }) => check === "jobsboard/companies")).toMatchObject({ result: "failed" });
  expect(findings.find(({ check }) => check === "address")).toMatchObject({ result: "warning" });
});

const keyOf = async (DATABASE_URL: string) => {
  const words = ["keys", "create", "--email", "a@people.example", "--plan", "pro"];
  return (await endHere(words, { ...env, DATABASE_URL })).stdout.trim();
};

const findings = async (over: Record<string, string>, ...words: string[]) => {
  const { stdout } = await endHere(["doctor", "--output", "json", ...words], { ...env, ...over });
  return new Map<string, any>(JSON.parse(stdout).map((finding: { check: string }) => [finding.check, finding]));
};

test("on a fresh machine nothing fails, and each missing setting comes with advice", async () => {
  const found = await findings({});
  expect([...found.values()].filter(({ result }) => result === "failed")).toEqual([]);
  expect(Object.fromEntries([...found].filter(([check]) => !check.includes("/")))).toMatchObject({
    node: { result: "ok", what: `version ${process.versions.node}`, cure: null },
    settings: { result: "ok", what: "all settings are valid", cure: null },
    store: { result: "ok", what: "SQLite in DATA_DIR answers", cure: null },
    disk: { what: expect.stringMatching(/^\d+\.\d GB free in DATA_DIR$/) },
    mail: {
      result: "warning",
      what: "no SMTP_URL",
      cure: "Set SMTP_URL so that users get their mails. Until then `npx winnow outbox` lists them.",
    },
    address: { result: "ok", what: "local only", cure: null },
    proxy: { result: "ok", cure: null },
    stays: { result: "ok", what: "uses its stand-in: its records are made up", cure: null },
  });
});

describe("behind a proxy that TRUST_PROXY does not name", () => {
  const reported = { result: "warning", cure: expect.stringContaining("Name your proxy's address in TRUST_PROXY") };

  test("the settings reveal it", async () => {
    expect((await findings({ PUBLIC_URL: "https://winnow.example" })).get("proxy")).toMatchObject(reported);
    const named = { PUBLIC_URL: "https://winnow.example", TRUST_PROXY: "127.0.0.1", PORT: "1" };
    expect((await findings(named)).get("proxy")).toMatchObject({ result: "ok", what: "no running service to ask" });
  });

  test("the running service has seen its headers; `winnow outbox` lists that service's mails", async () => {
    const running = await startWinnow(readConfig({ ...env, PORT: "0", LOG_LEVEL: "silent" }));
    const { port } = new URL(running.address);
    try {
      expect((await findings({ PORT: port })).get("proxy")).toMatchObject({ result: "ok" });
      await fetch(`${running.address}/health`, { headers: { "x-forwarded-for": "203.0.113.7" } });
      const what = "127.0.0.1 sends x-forwarded-for, and TRUST_PROXY does not name it";
      expect((await findings({ PORT: port })).get("proxy")).toMatchObject({ ...reported, what });
      await new Visitor(running).signUp("ada@people.example");
      const { stdout } = await endHere(["outbox", "--output", "json"], { ...env, PORT: port });
      expect(JSON.parse(stdout)).toMatchObject([{ to: "ada@people.example", subject: "Confirm your address" }]);
      expect((await endHere(["outbox", "--token"], env)).stdout).toBe(`${running.operatorToken}\n`);
    } finally {
      await running.close();
    }
  });
});

test("all unknown settings are named, and the other checks still run", async () => {
  const wrong = { ...env, WINNOW_ADMIN_SECONDFACTOR: "on", WINNOW_STAY_ORIGIN: "https://stays.example" };
  const { code, stdout } = await endHere(["doctor", "--output", "json"], wrong);
  const found = JSON.parse(stdout) as Array<{ check: string; result: string; what: string }>;
  expect(found.filter(({ result }) => result === "failed").map(({ check, what }) => `${check} ${what}`)).toEqual([
    "settings WINNOW_ADMIN_SECONDFACTOR: there is no such setting. Did you mean WINNOW_ADMIN_SECOND_FACTOR?",
    "settings WINNOW_STAY_ORIGIN: there is no such setting. Did you mean WINNOW_STAYS_ORIGIN?",
  ]);
  expect([code, found.some(({ check }) => check === "stays")]).toEqual([1, true]);
});

test("whatever stops a start is found: a plans file that is none, another secret", async () => {
  const failures = async (over: Record<string, string>) =>
    [...(await findings(over)).values()].filter(({ result }) => result === "failed");
  expect(await failures({ PLANS_FILE: join(folder, "no-such-plans.json") })).toMatchObject([
    { check: "settings", what: expect.stringContaining("no-such-plans.json") },
  ]);
  const DATA_DIR = join(folder, "with-secret");
  const running = await startWinnow(readConfig({ ...env, DATA_DIR, PORT: "0", LOG_LEVEL: "silent" }));
  await running.close();
  expect(await failures({ DATA_DIR, AUTH_SECRET: "another secret, thirty-two characters or more" })).toMatchObject([
    { check: "store", cure: expect.stringContaining("another AUTH_SECRET") },
  ]);
});

test("what the settings name is tried: a collector and an alert webhook that are away, and those that answer", async () => {
  const away = "http://127.0.0.1:9";
  const missing = await findings({ OTEL_EXPORTER_OTLP_ENDPOINT: away, ALERT_WEBHOOK_URL: `${away}/alert` });
  expect(missing.get("traces")).toMatchObject({ result: "failed", cure: expect.stringContaining("_OTLP_ENDPOINT") });
  expect(missing.get("alerts")).toMatchObject({ result: "failed", cure: expect.stringContaining("ALERT_WEBHOOK_URL") });
  const collector = await startCollector();
  const receiver = await startReceiver();
  const there = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/alert`,
  };
  try {
    const found = await findings(there);
    expect([found.get("traces")?.result, found.get("alerts")?.result]).toEqual(["ok", "ok"]);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/alert"]);
    receiver.answer = (response) => response.writeHead(404).end();
    expect((await findings(there)).get("alerts")).toMatchObject({
      result: "failed",
      what: expect.stringContaining("404"),
    });
  } finally {
    await Promise.all([collector.close(), receiver.close()]);
  }
});

test("jobs that nobody runs and connections that the server has not are named with a cure", async () => {
  const JOBS_CONCURRENCY = "0";
  expect((await findings({ JOBS_CONCURRENCY })).get("jobs")).toMatchObject({
    result: "failed",
    cure: expect.stringContaining("Set JOBS_CONCURRENCY to 16"),
  });
  const DATABASE_URL = await freshDatabase();
  const found = await findings({ DATABASE_URL, JOBS_CONCURRENCY, DATABASE_POOL: "200" });
  expect(found.get("jobs")).toMatchObject({ result: "ok" });
  const running = await startWinnow(
    readConfig({ ...env, DATABASE_URL, JOBS_CONCURRENCY, PORT: "0", LOG_LEVEL: "silent" }),
  );
  try {
    const headers = { "access-token": await keyOf(DATABASE_URL), "content-type": "application/json" };
    const path = `${running.address}/api/nlretail/products/search`;
    const call = {
      method: "POST",
      headers: { ...headers, prefer: "respond-async" },
      body: '{"keyword":"lamp","count":1}',
    };
    expect((await fetch(path, call)).status).toBe(202);
  } finally {
    await running.close();
  }
  const later = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => later() + 90_000);
  const late = await findings({ DATABASE_URL, JOBS_CONCURRENCY }).finally(() => clock.mockRestore());
  expect(late.get("jobs")).toMatchObject({ result: "failed", cure: "Start `npx winnow work`." });
  expect(found.get("connections")).toMatchObject({
    result: "warning",
    cure: expect.stringMatching(/^Set DATABASE_POOL to \d+/),
  });
  expect(late.get("connections")).toMatchObject({ result: "ok" });
});

test("the table is followed by the advice and the number of failed checks", async () => {
  const wrong = { ...env, SMTP_URL: "smtp://127.0.0.1:9", HOST: "0.0.0.0" };
  const { code, stdout, stderr } = await endHere(["doctor"], wrong);
  expect(stdout).toMatch(/^check +result +what\nnode +ok +version /);
  expect(stdout).toMatch(/\nmail +failed +\S.*127\.0\.0\.1:9/);
  expect(stdout).toContain("\nmail: Check SMTP_URL: host, port, user and password.\n");
  expect(stdout).toMatch(/\naddress +warning +listens on 0\.0\.0\.0 without HTTPS/);
  expect(stdout).toContain("\naddress: Put a proxy with TLS in front, and set PUBLIC_URL and TRUST_PROXY.\n");
  expect(stdout).not.toContain("\nnode: ");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/"1 of \d+ checks failed\."/)]);
});

test("a reachable PostgreSQL's clock is compared; an unreachable one is reported with what to check", async () => {
  const DATABASE_URL = await freshDatabase();
  const found = await findings({ DATABASE_URL, HOST: "0.0.0.0", PUBLIC_URL: "https://x.example" });
  expect(found.get("store")).toMatchObject({ result: "ok", what: "PostgreSQL answers" });
  expect(found.get("clock")).toMatchObject({ result: "ok", what: "matches the database's clock" });
  expect(found.get("address")).toMatchObject({ result: "ok", what: "behind HTTPS" });
  const real = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => real() + 90_000);
  const late = await findings({ DATABASE_URL }).finally(() => clock.mockRestore());
  expect(late.get("clock")).toMatchObject({
    result: "warning",
    what: expect.stringMatching(/^[89]\d s off the database's clock$/),
    cure: "Set up time synchronisation (NTP) on both machines.",
  });
  const away = await findings({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none", HOST: "localhost" });
  expect(away.get("address")).toMatchObject({ what: "local only" });
  expect(away.get("store")).toMatchObject({
    result: "failed",
    what: "PostgreSQL cannot be used",
    cure: expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:9 cannot be used/),
  });
});

test("a DATA_DIR that is a file is reported as such", async () => {
  const file = join(folder, "a-file");
  await writeFile(file, "");
  const found = await findings({ DATA_DIR: file, HOST: "::1" });
  expect(found.get("address")).toMatchObject({ what: "local only" });
  expect(found.get("store")).toMatchObject({
    result: "failed",
    what: "SQLite cannot be used",
    cure: expect.stringContaining("which is not a folder"),
  });
  expect(found.get("disk")).toMatchObject({
    result: "failed",
    cure: "Make DATA_DIR a folder that this user can write.",
  });
});
