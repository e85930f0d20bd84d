import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";

const PATH = "/api/toyshelf/things";
const BODY = { shelf: "top", count: 5 };
let service: TestService;
beforeAll(async () => {
  service = await sharedToyService();
});

/** Whether the history knows how many records the newest call gave. */
const isKept = async (key: string) =>
  (await service.get("/token/requests?limit=1", key)).json()[0].response_count === 5;

async function call(key: string, headers: Record<string, string> = {}) {
  const answer = await service.post(PATH, BODY, { key, headers });
  return [answer.statusCode, answer.headers["x-retain"], await isKept(key)];
}

const ownKey = async (secret: string) => (await service.accounts.ownerOf(secret))!;

test("a call keeps nothing if itself, its key or its account says so, from the next call on", async () => {
  const key = await service.createKey();
  const {
    key: { id },
    account,
  } = await ownKey(key);
  expect(await call(key)).toEqual([200, undefined, true]);
  expect(await call(key, { "x-retain": "none" })).toEqual([200, "none", false]);
  await service.accounts.changeKey(id, { retain: "none" });
  expect(await call(key)).toEqual([200, "none", false]);
  await service.accounts.changeKey(id, { retain: "usual" });
  await service.accounts.setRetain(account.id, "none", account.id);
  expect(await call(key)).toEqual([200, "none", false]);
  await service.accounts.setRetain(account.id, "usual", account.id);
  expect(await call(key)).toEqual([200, undefined, true]);
});

test("the history keeps the cost, the status and the operation of a call that keeps nothing else", async () => {
  const key = await service.createKey({ points: 100 });
  const usual = await service.post(PATH, BODY, { key });
  const silent = await service.post(PATH, BODY, { key, headers: { "x-retain": "none" } });
  const rows = (await service.get("/token/requests?limit=2", key)).json();
  expect(rows[0]).toMatchObject({
    id: silent.headers["x-request-id"],
    endpoint: PATH,
    cost: rows[1].cost,
    is_paid: true,
    points_left: 100 - 2 * rows[1].cost,
    response_status_code: 200,
  });
  expect(rows[1]).toMatchObject({
    id: usual.headers["x-request-id"],
    cost: Number(usual.headers["x-credits-charged"]),
  });
  expect(rows[1].cost).toBeGreaterThan(0);
});

test("a call cannot loosen what its key says", async () => {
  const key = await service.createKey({ retain: "none" });
  const answer = await service.post(PATH, BODY, { key, headers: { "x-retain": "usual" } });
  expect([answer.statusCode, answer.json().detail]).toEqual([400, "Header x-retain must be none."]);
});

test("what exists only because it is stored is refused to such a key, with the way out", async () => {
  const key = await service.createKey({ retain: "none" });
  const job = await service.post(PATH, BODY, { key, headers: { prefer: "respond-async" } });
  const batch = await service.post("/batches", { operation: "toyshelf/things", requests: [BODY] }, { key });
  const plan = { operation: "toyshelf/things", name: "daily", request: BODY, cron: "0 6 * * *" };
  const schedule = await service.post("/schedules", plan, { key });
  const evidence = await service.post(PATH, BODY, { key, headers: { "x-evidence": "keep" } });
  for (const refused of [job, batch, schedule, evidence]) {
    expect([refused.statusCode, refused.headers["x-error-code"]]).toEqual([403, "nothing_kept"]);
  }
});

test("a tool of MCP is refused to such a key, because its results are stored", async () => {
  const key = await service.createKey({ retain: "none" });
  const client = new Client({ name: "test", version: "1" });
  const url = new URL(`${service.address}/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { "access-token": key } } }) as never,
  );
  const result = await client.callTool({ name: "execute", arguments: { operation: PATH, request: BODY } });
  expect([result.isError, JSON.stringify(result.content)]).toEqual([true, expect.stringContaining("would be stored")]);
  await client.close();
});

test("a key that is switched to keep nothing may not run a schedule any more", async () => {
  const key = await service.createKey();
  const {
    key: { id },
  } = await ownKey(key);
  const plan = { operation: "toyshelf/things", name: "daily", request: BODY, cron: "0 6 * * *" };
  const { id: scheduleId } = (await service.post("/schedules", plan, { key })).json();
  await service.accounts.changeKey(id, { retain: "none" });
  const run = await service.post(`/schedules/${scheduleId}/run`, {}, { key });
  expect([run.statusCode, run.headers["x-error-code"]]).toEqual([403, "nothing_kept"]);
});
