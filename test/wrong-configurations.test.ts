import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "../src/app/config.ts";
import { startWinnow } from "../src/app/start-server.ts";
import { endHere } from "./support/cli/end-here.ts";
import { endSharedServices } from "./support/shared-service.ts";
import { freshDatabase } from "./support/store/stores.ts";

/** Nothing listens there. */
const AWAY = "127.0.0.1:9";

const folder = await mkdtemp(join(tmpdir(), "winnow-wrong-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const base = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data"), PORT: "0", LOG_LEVEL: "silent" };
const at = (name: string) => join(folder, name);
const taken = createServer().listen(0, "127.0.0.1");
let database: URL;
beforeAll(async () => {
  await writeFile(at("a-file"), "no folder");
  await writeFile(at("plans.json"), "{ plans");
  database = new URL(await freshDatabase());
  const DATA_DIR = at("other-secret");
  await (await startWinnow(readConfig({ ...base, DATA_DIR }))).close();
  return () => taken.close();
});
const elsewhere = (change: (url: URL) => void) => {
  const url = new URL(database);
  change(url);
  return url.href;
};

type Settings = Record<string, string>;
/** What is wrong, and what the sentence about it must name: a setting or a command. */
const wrong: Array<[what: string, settings: () => Settings, cure: RegExp]> = [
  ["a PLANS_FILE that is missing", () => ({ PLANS_FILE: at("none.json") }), /PLANS_FILE.*none\.json/],
  ["a PLANS_FILE that is no JSON", () => ({ PLANS_FILE: at("plans.json") }), /PLANS_FILE.*JSON/],
  [
    "a database on a host that does not answer",
    () => ({ DATABASE_URL: `postgres://a:b@${AWAY}/c` }),
    /127\.0\.0\.1:9.*DATABASE_URL/,
  ],
  [
    "a database's user who does not exist",
    () => ({ DATABASE_URL: elsewhere((url) => Object.assign(url, { username: "nobody", password: "x" })) }),
    /DATABASE_URL/,
  ],
  [
    "a database that does not exist",
    () => ({ DATABASE_URL: elsewhere((url) => Object.assign(url, { pathname: "/none" })) }),
    /DATABASE_URL/,
  ],
  [
    "more connections than the server has",
    () => ({ DATABASE_URL: database.href, DATABASE_POOL: "200" }),
    /Set DATABASE_POOL to \d+/,
  ],
  ["jobs that nobody runs", () => ({ JOBS_CONCURRENCY: "0" }), /Set JOBS_CONCURRENCY to 16/],
  [
    "a collector of traces that is away",
    () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${AWAY}` }),
    /OTEL_EXPORTER_OTLP_ENDPOINT/,
  ],
  ["an alert webhook that is away", () => ({ ALERT_WEBHOOK_URL: `http://${AWAY}/alert` }), /ALERT_WEBHOOK_URL/],
  ["a mail server that is away", () => ({ SMTP_URL: `smtp://${AWAY}` }), /SMTP_URL/],
  ["a site that does not answer", () => ({ WINNOW_JOBSBOARD_ORIGIN: `http://${AWAY}` }), /WINNOW_JOBSBOARD_ORIGIN/],
  ["a site's address that is none", () => ({ WINNOW_JOBSBOARD_ORIGIN: "jobsboard" }), /WINNOW_JOBSBOARD_ORIGIN/],
  [
    "a list of proxies that cannot be read",
    () => ({ WINNOW_JOBSBOARD_ORIGIN: `http://${AWAY}`, WINNOW_JOBSBOARD_ROUTES: `list:${at("none.txt")}` }),
    /WINNOW_JOBSBOARD_ROUTES/,
  ],
  [
    "another AUTH_SECRET than the store's",
    () => ({ DATA_DIR: at("other-secret"), AUTH_SECRET: "x".repeat(40) }),
    /another AUTH_SECRET/,
  ],
  ["a PUBLIC_URL that is none", () => ({ PUBLIC_URL: "winnow.example" }), /PUBLIC_URL/],
  ["a PUBLIC_URL of a proxy that nothing names", () => ({ PUBLIC_URL: "https://winnow.example" }), /TRUST_PROXY/],
  ["a TRUST_PROXY that is no address", () => ({ TRUST_PROXY: "nginx" }), /TRUST_PROXY/],
  ["a DATA_DIR that cannot be written", () => ({ DATA_DIR: join(at("a-file"), "data") }), /DATA_DIR/],
  ["a secret that is too short", () => ({ AUTH_SECRET: "short" }), /AUTH_SECRET/],
  ["a setting that does not exist", () => ({ WINNOW_STAY_ORIGIN: "https://stays.example" }), /WINNOW_STAYS_ORIGIN/],
];

test.each(wrong)("doctor finds %s, and says in one sentence what to set", async (_, settings, cure) => {
  const { stdout, stderr } = await endHere(["doctor", "--output", "json"], { ...base, ...settings() });
  const findings: Array<{ result: string; what: string; cure: string | null }> = stdout.startsWith("[")
    ? JSON.parse(stdout)
    : [];
  const bad = findings.filter(({ result }) => result !== "ok").map((one) => `${one.what}. ${one.cure}`);
  const said = [...bad, ...(findings.length === 0 ? [stderr] : [])];
  expect(
    said.find((text) => cure.test(text)),
    JSON.stringify(said, null, 1),
  ).toBeDefined();
  expect(said.join("\n")).not.toMatch(/^ {4}at /m);
});

const stopping = wrong.filter(([what]) =>
  /PLANS_FILE|database|AUTH_SECRET|address that is none|PUBLIC_URL that is none|TRUST_PROXY|DATA_DIR|secret|does not exist/.test(
    what,
  ),
);

test.each([
  ...stopping,
  [
    "a port that is taken",
    () => ({ PORT: String((taken.address() as { port: number }).port) }),
    /another process listens there\. Stop that process, or set PORT/,
  ],
] as typeof wrong)("a start with %s ends with one sentence that says what to set", async (_, settings, cure) => {
  // A start waits a minute for a database that may be restarting: it passes while the start looks at the clock twice.
  await endSharedServices();
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => {
    now += 30_000;
    return now;
  });
  const { code, stderr } = await endHere(["serve"], { ...base, ...settings() }).finally(() => clock.mockRestore());
  expect(code).toBe(1);
  expect(JSON.parse(stderr.trim().split("\n").at(-1)!).error.message).toMatch(cure);
  expect(stderr).not.toMatch(/\\n {4}at |^ {4}at /m);
});
