import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../../test/support/toy-folder.ts";

const PATH = "/api/toyshelf/things";
let folder: string;
let service: TestService;
let key: string;
beforeAll(async () => {
  const cache = { seconds: 86_400, ignoreCase: ["shelf"] };
  folder = await sourcesFolder({ toyshelf: toySource("toyshelf", { cache }) });
  service = await startTestService({ sourcesFolder: folder });
  key = await service.createKey();
});
afterAll(() => service.close());

const post = (shelf: string, headers: Record<string, string> = {}, query = "", as = key) =>
  service.post(PATH, { shelf, count: 12 }, { key: as, headers, query });
const costs = async (answer: ReturnType<typeof post>) => {
  const { statusCode, headers } = await answer;
  return { status: statusCode, charged: headers["x-credits-charged"], isKept: headers.age !== undefined };
};
const paid = { status: 200, charged: "6", isKept: false };
const free = { status: 200, charged: "0", isKept: true };
describe("over HTTP", () => {
  test("the second caller with the same request gets the cached response: free, complete, with its age and its own headers", async () => {
    const [first, again] = [await post("told"), await post("TOLD ")];
    expect(again.body).toBe(first.body);
    expect(again.headers).toMatchObject({ "x-credits-charged": "0", age: expect.stringMatching(/^\d+$/) });
    for (const name of ["x-results-end", "x-results-total", "x-resolved", "x-warnings"]) {
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    }
    expect(again.headers["x-token-points"]).toBe(first.headers["x-token-points"]);
    const [row] = (await service.get("/token/requests?limit=1", key)).json();
    expect(row).toMatchObject({ cost: 0, is_paid: false, response_count: 12, age: expect.any(Number) });
  });

  test("cache-control forces a call to the site, at its price, and its response is cached", async () => {
    expect(await costs(post("top"))).toEqual(paid);
    expect(await costs(post("top", { "cache-control": "no-cache" }))).toEqual(paid);
    expect(await costs(post("top", { "cache-control": "max-age=0" }))).toEqual(paid);
    expect(await costs(post("top", { "cache-control": "max-age=60" }))).toEqual(free);
  });

  test("no-store stores nothing", async () => {
    expect(await costs(post("private", { "cache-control": "no-store" }))).toEqual(paid);
    expect(await costs(post("private"))).toEqual(paid);
  });

  test("a caller without points, or with a max cost of 0, gets the cached response; dry_run reports 0", async () => {
    const poor = await service.createKey({ points: 0 });
    expect((await post("top", {}, "", poor)).statusCode).toBe(200);
    expect(await costs(post("top", { "x-max-cost": "0" }))).toEqual(free);
    expect((await post("top", {}, "?dry_run=true")).json()).toMatchObject({ max_cost: 0 });
    expect((await post("never asked", {}, "?dry_run=true")).json()).toMatchObject({ max_cost: 6 });
    expect((await post("top", { "cache-control": "no-cache" }, "?dry_run=true")).json().max_cost).toBe(6);
  });

  test("a failure is not cached, and not answered from another request's cache", async () => {
    for (const _ of [1, 2]) {
      expect(await costs(post("none"))).toEqual({ status: 412, charged: "0", isKept: false });
    }
  });

  test("a stream reports its age in its head, and no cost in its trailers", async () => {
    await post("top");
    const { headers, trailers, body } = await post("top", { accept: "application/x-ndjson" });
    expect(headers.age).toMatch(/^\d+$/);
    expect(trailers).toMatchObject({ "x-credits-charged": "0", "x-results-end": "count" });
    expect(trailers).not.toHaveProperty("age");
    expect(body.trim().split("\n")).toHaveLength(12);
  });

  test("a stream read to its end is cached; evidence is stored with its response", async () => {
    expect((await post("streamed", { accept: "application/x-ndjson" })).trailers["x-credits-charged"]).toBe("6");
    expect(await costs(post("streamed"))).toEqual(free);
    const keep = { "x-evidence": "keep" };
    expect(await costs(post("streamed", keep))).toEqual(paid);
    const again = await post("streamed", keep, "", await service.createKey());
    expect(again.headers).toMatchObject({ "x-credits-charged": "0", "x-evidence": "kept" });
  });

  test("a replay of an Idempotency-Key repeats the first response's headers", async () => {
    const asked = () => post("top", { "idempotency-key": "kept-1" });
    const [first, replayed] = [await asked(), await asked()];
    expect(replayed.headers).toMatchObject({ "idempotent-replayed": "true", age: first.headers.age });
  });
});

test("a job holds and costs nothing if the response is cached; with no-cache it calls the site", async () => {
  await post("top");
  const job = async (headers = {}) => {
    const answer = await post("top", { prefer: "respond-async, wait=10", ...headers });
    const { held, charged } = (await service.get(answer.headers.location as string, key)).json();
    return { status: answer.statusCode, held, charged };
  };
  expect(await job()).toEqual({ status: 200, held: 0, charged: 0 });
  expect(await job({ "cache-control": "no-cache" })).toMatchObject({ status: 200, charged: 6 });
  expect(await job()).toMatchObject({ charged: 0 });
});

test("over MCP a cached response is free and reports its age; no_cache calls the site", async () => {
  await post("top");
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), {
    requestInit: { headers: { "access-token": key } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  const execute = async (more: object = {}) => {
    const args = { operation: "toyshelf/things", request: { shelf: "top", count: 12 }, ...more };
    const { structuredContent } = await client.callTool({ name: "execute", arguments: args });
    const { credits_charged, age, total, results_end } = structuredContent as Record<string, unknown>;
    return { credits_charged, age, total, results_end };
  };
  try {
    expect(await execute()).toMatchObject({ credits_charged: 0, age: expect.any(Number), total: 12 });
    expect(await execute({ no_cache: true })).toMatchObject({ credits_charged: 6, age: null, total: 12 });
  } finally {
    await client.close();
  }
});

test("another process on the same store returns what this one cached", async () => {
  await post("shared");
  const other = await startTestService({ sourcesFolder: folder, env: { DATA_DIR: service.config.database.dataDir } });
  try {
    const answer = await other.post(PATH, { shelf: "shared", count: 12 }, { key });
    expect(answer.headers).toMatchObject({ "x-credits-charged": "0", age: expect.any(String) });
  } finally {
    await other.close();
  }
});
