import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecret } from "../../src/accounts/key-secret.ts";
import { SimulatedClock } from "../../src/base/clock.ts";
import { fixedAnswer } from "../../src/entry/http/fixed-answer.ts";
import { Breaker } from "../../src/extraction/breaker.ts";
import { limits } from "../../src/limits/limits.ts";
import type { TestService } from "../support/service.ts";
import { startToyService } from "../support/toy-service.ts";
import { mcpCaller } from "./support/mcp.ts";

/** OWASP API4:2023, unrestricted resource consumption. */

let service: TestService;
let key: string;
let call: ReturnType<typeof mcpCaller>;

beforeAll(async () => {
  service = await startToyService();
  key = await service.createKey({ points: 1000 });
  call = mcpCaller(service.address, key);
});
afterAll(() => service.close());

const execute = async () =>
  (await call("execute", { operation: "toyshelf/things", request: { shelf: "top", count: 15 } })).structuredContent
    .result_id;

describe("a free MCP call", () => {
  test.each([
    ["a pattern of 900 kB", { where: [{ field: "name", op: "contains", value: "x".repeat(900_000) }] }],
    ["100,000 fields", { fields: Array(100_000).fill("name") }],
    ["50,000 sort keys", { sort: Array(50_000).fill("name") }],
    ["10,000 conditions", { where: Array(10_000).fill({ field: "name", op: "eq", value: "x" }) }],
  ])("with %s is rejected by its schema before anything is done with it", async (_, args) => {
    const answer = await call("query", { result_id: await execute(), ...args });
    expect(answer.isError).toBe(true);
    expect(answer.content[0]!.text).toMatch(/more than|at most/);
  });

  test("a free MCP call of more than 1 MiB is not read, as over HTTP", async () => {
    const answer = await call("query", { result_id: "x".repeat(1_100_000) }).catch((error: Error) => error.message);
    expect(answer).toContain("413");
  });

  test("with 60,000 arguments is not read either", async () => {
    const args = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`a${n}`, n]));
    const answer = await call("discover", args).catch((error: Error) => error.message);
    expect(answer).toContain("400");
  });

  test("counts in its own window", async () => {
    const busy = mcpCaller(service.address, await service.createKey());
    let last = await busy("discover", {});
    // Two windows at most, if a minute ends in between.
    for (let n = 0; n < 240 && !last.isError; n++) last = await busy("discover", {});
    expect(last.content[0]!.text).toContain(`429 rate_limited: ${limits.mcpCalls.max} calls a minute`);
  });

  test("queries results in another thread, without blocking the one that serves requests", async () => {
    const { workOn } = await import("../../src/entry/mcp/read-result.ts");
    const rows = Array.from({ length: 40_000 }, (_, n) => ({ name: `thing ${n % 977}`, price: n }));
    const body = Buffer.from(JSON.stringify(rows));
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await workOn(body, { do: "query", query: { limit: 1 } });
    turns = 0;
    const query = { group_by: ["name"], sort: [{ field: "name", order: "desc" as const }], limit: 5 };
    const { total } = await workOn(body, { do: "query", query });
    clearInterval(ticking);
    expect(total).toBe(977);
    expect(turns).toBeGreaterThan(3);
  });
});

test("a stream abandoned after its first records is charged", async () => {
  const fresh = await service.createKey({ points: 100 });
  const gone = new AbortController();
  const answer = await fetch(`${service.address}/api/toyshelf/things`, {
    method: "POST",
    headers: { "access-token": fresh, "content-type": "application/json", accept: "application/x-ndjson" },
    body: JSON.stringify({ shelf: "slow", count: 20 }),
    signal: gone.signal,
  });
  const reader = answer.body!.getReader();
  for (let lines = 0; lines < 10; )
    lines +=
      Buffer.from((await reader.read()).value!)
        .toString()
        .split("\n").length - 1;
  gone.abort();
  const points = async () => (await service.get("/token/statistic", fresh)).json()[0].points;
  await expect.poll(points).toBe(97);
  const [row] = (await service.get("/token/requests", fresh)).json();
  expect(row).toMatchObject({ cost: 3, response_count: 10 });
});

describe("inputs that make a site fail", () => {
  const read = (by: string, shelf: string) =>
    service.post("/api/toyshelf/things", { shelf, count: 5 }, { key: by }).then(({ statusCode }) => statusCode);

  test("do not block the site for everyone, however many one caller sends", async () => {
    const [attacker, customer] = [await service.createKey(), await service.createKey()];
    expect(await read(customer, "top")).toBe(200);
    const traps = await Promise.all(Array.from({ length: 12 }, (_, n) => read(attacker, `trap ${n}`)));
    expect(new Set(traps)).toEqual(new Set([412]));
    expect(await read(customer, "top")).toBe(200);
    expect(await read(attacker, "top")).toBe(200);
  });

  test("count once each, and one caller's inputs block the site for nobody else", () => {
    const breaker = new Breaker(new SimulatedClock());
    for (let n = 0; n < 100; n++) breaker.failed({ caller: "attacker", request: "the trap", connecting: false });
    expect(breaker.isOpen).toBe(false);
    // The breaker opens only for the caller who failed.
    for (let n = 0; n < 100; n++) breaker.failed({ caller: "attacker", request: `trap ${n}`, connecting: false });
    expect([breaker.admits("attacker"), breaker.admits("other")]).toEqual([false, true]);
    for (let n = 0; n < 100; n++) breaker.failed({ caller: "accomplice", request: `trap ${n}`, connecting: false });
    expect([breaker.admits("accomplice"), breaker.admits("other")]).toEqual([false, true]);
  });
});

test("a hundred readers of the largest file share one copy of it", async () => {
  const file = fixedAnswer("text/javascript", "x = 1;\n".repeat(100_000));
  const server = Fastify();
  const sent = new Set<unknown>();
  server.get("/", (request, reply) => file.send(request, reply));
  server.addHook("onSend", async (_request, _reply, payload) => void sent.add(payload));
  const read = () => server.inject({ url: "/", headers: { "accept-encoding": "identity" } });
  await Promise.all(Array.from({ length: 100 }, read));
  expect(sent.size).toBe(1);
});

describe("wrong keys from one network", () => {
  const ask = (access: string, from: string) =>
    service.inject({ url: "/token/statistic", headers: { "access-token": access }, remoteAddress: from });

  test("wrong keys from one network are no longer looked up after 60 in a minute, while a known key still works", async () => {
    expect((await ask(key, "2001:db8:1:2::1")).statusCode).toBe(200);
    let last = await ask(newSecret(), "2001:db8:1:2::2");
    // Two windows at most, if a minute ends in between; the whole /64 is one network.
    for (let n = 3; n < 125 && last.statusCode === 401; n++) last = await ask(newSecret(), `2001:db8:1:2::${n}`);
    expect([last.statusCode, Number(last.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await ask(key, "2001:db8:1:2::1")).statusCode).toBe(200);
    expect((await ask(newSecret(), "2001:db8:1:3::1")).statusCode).toBe(401);
  });
});

describe("a body", () => {
  const nested = `{"url":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;

  test.each(["/mcp", "/webhooks", "/schedules", "/dashboard-api/sign-in", "/api/toyshelf/things"])(
    "nested 30,000 levels deep is its sender's error: %s",
    async (path) => {
      const headers = { "x-winnow-dashboard": "1", accept: "application/json, text/event-stream" };
      const answer = await service.post(path, nested, { key, headers });
      expect([path, answer.statusCode]).toEqual([path, 400]);
    },
  );

  test("in a batch, nested as deep, is an error with its line", async () => {
    const batch = `{"operation":"toyshelf/things","requests":[${nested}]}`;
    const answer = await service.post("/batches", batch, { key });
    expect([answer.statusCode, answer.json().detail[0]]).toMatchObject([422, { loc: ["body", "requests", 0] }]);
  });

  test("with a text of 900 kB is rejected and not stored, over HTTP and MCP", async () => {
    const fresh = await service.createKey();
    const request = { shelf: "x".repeat(900_000), count: 1 };
    const answer = await service.post("/api/toyshelf/things", request, { key: fresh });
    expect([answer.statusCode, answer.json().detail[0].type]).toEqual([422, "string_too_long"]);
    const reported = await mcpCaller(service.address, fresh)("execute", { operation: "toyshelf/things", request });
    expect(reported.isError).toBe(true);
    expect((await service.get("/token/requests", fresh)).body.length).toBeLessThan(5_000);
  });
});
