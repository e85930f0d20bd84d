import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { type Running, startWinnow } from "../../src/app/start-server.ts";
import { earlyInTheHour, quickPasswords, Visitor } from "../support/dashboard/dashboard.ts";
import { mcpCaller } from "./support/mcp.ts";

/**
 * After a session with every feature, searches for each of its secrets in the log, the files of the store, the tables,
 * errors and MCP responses. A secret may appear only in the response that showed it.
 */

const AUTH_SECRET = "the signing secret of this very test, 32+";
const secrets = new Map<string, string>();
const lines: string[] = [];
const answers: string[] = [];
let folder: string;
let running: Running;

const remember = (what: string, secret: string | undefined | null) => {
  if (!secret || secret.length < 8) throw new Error(`no secret: ${what}`);
  secrets.set(what, secret);
  return secret;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-secrets-"));
  const config = readConfig({ PORT: "0", DATA_DIR: folder, LOG_LEVEL: "trace", AUTH_SECRET });
  running = await startWinnow(config, {
    clock: earlyInTheHour(),
    passwordCost: quickPasswords,
    logTo: { write: (line) => void lines.push(line) },
  });
  remember("signing secret", AUTH_SECRET);
  remember("demo key", running.demoKey);
  await liveThroughEverything();
  await running.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function liveThroughEverything(): Promise<void> {
  const ada = new Visitor(running);
  const tell = async (call: Promise<{ body: unknown; status: number }>) => {
    const answer = await call;
    if (answer.status >= 400) answers.push(JSON.stringify(answer.body));
    return answer.body as any;
  };
  const sessionOf = () => decodeURIComponent(/winnow\.session_token=([^;.]+)/.exec(ada.cookie)?.[1] ?? "");
  const email = "ada@people.example";
  const password = remember("first password", "correct horse battery");
  const first = remember("first key", (await ada.signUp(email, password)).api_key);
  remember("session", sessionOf());
  remember("confirming link", await ada.tokenTo(email, "Confirm your address"));
  await ada.confirm(email);
  await tell(ada.post("/sign-in", { email, password: remember("wrong password", "not the right horse") }));
  await tell(ada.post("/password/forgot", { email }));
  const token = remember("reset link", await ada.tokenTo(email, "Choose a new password"));
  const next = remember("new password", "another horse battery");
  await tell(ada.post("/password/reset", { token, password: next, revoke_keys: false }));
  await tell(ada.post("/password/reset", { token, password: next }));
  await ada.post("/sign-in", { email, password: next });
  remember("second session", sessionOf());
  const input = { name: "Agent", usage_context: "standard", sources: null, expires_in_days: 1, spending_cap: 100 };
  const made = await tell(ada.post("/keys", input));
  remember("second key", made.api_key);
  remember("rotated key", (await tell(ada.post(`/keys/${made.key.id}/rotate`, { overlap_hours: 1 }))).api_key);
  const factor = await tell(ada.post("/second-factor", { password: next }));
  remember("TOTP secret", new URL(factor.uri).searchParams.get("secret"));
  remember("recovery code", factor.recovery_codes[0]);
  await calls(first);
  await work(first);
}

/** Work without a caller: webhooks, schedules with their feed, jobs, batches, evidence. */
async function work(key: string): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(running.address + path, {
      method,
      headers: { "access-token": key, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text(), headers: JSON.stringify([...answer.headers]) };
  };
  const shown = async (...call: Parameters<typeof ask>) => JSON.parse((await ask(...call)).text);
  const noted = async (...call: Parameters<typeof ask>) => {
    const { text, headers } = await ask(...call);
    answers.push(text, headers);
  };
  const hook = await shown("POST", "/webhooks", { url: "https://hooks.invalid/winnow" });
  remember("webhook secret", hook.secret);
  remember("rotated webhook secret", (await shown("POST", `/webhooks/${hook.id}/rotate`, {})).secret);
  remember("webhook secret of the account", (await shown("GET", "/webhooks/secret")).secret);
  const operation = "nlretail/products/search";
  const request = { keyword: "stoel", count: 1 };
  const input = { operation, request, name: "Chairs", cron: "0 7 * * *", time_zone: "UTC" };
  const schedule = await shown("POST", "/schedules", input);
  const feed = remember("secret of the feed", schedule.feed_secret);
  remember("rotated secret of the feed", (await shown("POST", `/schedules/${schedule.id}/feed`, {})).feed_secret);
  await noted("GET", `/schedules/${schedule.id}/feed/${feed}`);
  const asked = { "x-evidence": "keep", "webhook-url": "https://hooks.invalid/job" };
  await noted("POST", `/api/${operation}`, request, { ...asked, prefer: "respond-async, wait=20" });
  await noted("POST", `/api/${operation}`, request, asked);
  await noted("POST", "/batches", { operation, requests: [request], webhook: "https://hooks.invalid/batch" });
  await noted("POST", `/webhooks/${hook.id}/test`, {});
  for (const path of ["/webhooks", "/webhooks/deliveries", "/schedules", `/schedules/${schedule.id}`, "/jobs"]) {
    await noted("GET", path);
  }
}

/** Calls that succeed, are rejected and are malformed, over HTTP and MCP. */
async function calls(key: string): Promise<void> {
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(running.address + path, { method: "POST", headers, body });
    answers.push(await answer.text(), JSON.stringify([...answer.headers]));
  };
  const path = "/api/nlretail/products/search";
  const json = { "content-type": "application/json" };
  await post(path, '{"keyword":"stoel","count":1}', { ...json, "access-token": key });
  await post(path, '{"count":"none"}', { ...json, "access-token": key });
  await post(path, "{", { ...json, authorization: `Bearer ${key}` });
  await post(path, "{}", { ...json, "access-token": `${key}x` });
  await post("/mcp", "{", { ...json, authorization: `Bearer ${key}` });
  const call = mcpCaller(running.address, key);
  answers.push(JSON.stringify(await call("execute", { operation: "nlretail/products/search", request: {} })));
  answers.push(JSON.stringify(await call("discover", {})));
  for (const where of ["/token/statistic", "/token/requests", "/metrics", "/health"]) {
    answers.push(await (await fetch(running.address + where, { headers: { "access-token": key } })).text());
  }
}

const found = (text: string) => [...secrets].filter(([, secret]) => text.includes(secret)).map(([what]) => what);

test("no secret is in the log, even at the most verbose level", () => {
  expect(lines.length).toBeGreaterThan(5);
  expect(found(lines.join("\n"))).toEqual([]);
});

test("no secret is in errors, responses or MCP results", () => {
  expect(answers.length).toBeGreaterThan(10);
  expect(found(answers.join("\n"))).toEqual([]);
});

test("no secret is in the files of the store, as text or in a table", async () => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    expect([file.name, found(bytes.toString("latin1"))]).toEqual([file.name, []]);
  }
  const db = new DatabaseSync(join(folder, "winnow.db"), { readOnly: true });
  const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as Array<{ name: string }>;
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    expect([name, found(JSON.stringify(db.prepare(`select * from "${name}"`).all()))]).toEqual([name, []]);
  }
  db.close();
});

test("the search finds a planted secret", () => {
  expect(found(`x${secrets.get("first key")}y`)).toEqual(["first key"]);
  expect(secrets.size).toBeGreaterThanOrEqual(18);
});
