import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/service.ts";
import { describeOnDrawnStores } from "./support/store/stores.ts";

const PATH = "/api/nlretail/products/search";
const BODY = { keyword: "lamp", count: 3 };

describeOnDrawnStores("a test key beside a live source", (fresh) => {
  let service: TestService;
  let [live, key] = ["", ""];
  const asked: string[] = [];
  const site = createServer((request, response) => {
    // Canaries search for something else.
    if (request.url?.includes("lamp")) asked.push(request.url);
    response.writeHead(503).end();
  });

  beforeAll(async () => {
    await new Promise<void>((done) => void site.listen(0, "127.0.0.1", done));
    const { dataDir, url } = fresh.settings();
    service = await startTestService({
      env: {
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        WINNOW_NLRETAIL_ORIGIN: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
        WINNOW_NLRETAIL_ROBOTS: "ignore",
      },
    });
    live = await service.createKey({ points: 500 });
    const { account } = (await service.accounts.ownerOf(live))!;
    key = (await service.accounts.createKey(account.id, { name: "practice", mode: "test" })).secret;
  });
  afterAll(async () => {
    await service.close();
    site.close();
  });

  const call = (headers: Record<string, string> = {}, { body = BODY as object, by = key } = {}) =>
    service.post(PATH, body, { key: by, headers });
  const points = async (by: string) => (await service.get("/token/statistic", by)).json()[0].points;

  test("reads the stand-in, costs practice points and never reaches the site or the account's points", async () => {
    expect(key).toMatch(/^wnw_test_/);
    const before = await points(key);
    const answer = await call();
    expect([answer.statusCode, answer.json().length]).toEqual([200, 3]);
    expect([answer.headers["x-credits-charged"], answer.headers["x-token-points"]]).toEqual([
      "10",
      String(before - 10),
    ]);
    expect([before, await points(live), asked]).toEqual([100_000, 500, []]);
  });

  test("gets the fault that a call asks for, and no other call meets it", async () => {
    const [wall, plain, empty, drift, other] = await Promise.all([
      call({ "x-fault": "wall" }),
      call(),
      call({ "x-fault": "empty" }),
      call({ "x-fault": "drift" }),
      call({}, { body: { keyword: "lamp", count: 2 } }),
    ]);
    expect([wall.statusCode, wall.headers["x-error-code"]]).toEqual([412, "blocked"]);
    expect([empty.statusCode, empty.json(), empty.headers["x-credits-charged"]]).toEqual([200, [], "0"]);
    const [, field] = /^drift:(\w+)$/.exec(String(drift.headers["x-warnings"]))!;
    expect([drift.statusCode, drift.json().map((record: object) => Reflect.get(record, field!))]).toEqual([
      200,
      [null, null, null],
    ]);
    expect([plain.statusCode, plain.headers["x-warnings"], other.json().length]).toEqual([200, undefined, 2]);
    // However often a wall was met, the next call meets it again, and a plain one does not.
    expect((await call({ "x-fault": "wall" })).headers["x-error-code"]).toBe("blocked");
    expect((await call()).statusCode).toBe(200);
  });

  test("a test key beside a live source is told apart: a live key may ask for no fault, and an unknown fault is named", async () => {
    const refused = await call({ "x-fault": "wall" }, { by: live });
    expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining("--mode test")]);
    const unknown = await call({ "x-fault": "storm" });
    expect([unknown.statusCode, unknown.json().detail]).toEqual([
      400,
      "Header x-fault must be one of slow, wall, drift, empty.",
    ]);
  });

  test("shares no answer, history, figure or metric with live keys", async () => {
    await call();
    const again = await call({ "cache-control": "max-age=600" });
    expect([again.headers["x-cache"], again.headers["x-credits-charged"]]).toEqual(["hit", "0"]);
    const fresh = await call({ "cache-control": "max-age=600, only-if-cached" }, { by: live });
    expect(fresh.headers["x-error-code"]).toBe("not_cached");
    expect((await service.get("/token/requests", live)).json()).toEqual([]);
    expect((await service.get("/token/requests", key)).json().length).toBeGreaterThan(1);
    expect((await service.get("/token/statistic", live)).json()).toHaveLength(1);
    const scraped = await service.inject({
      url: "/metrics",
      headers: { authorization: `Bearer ${service.operatorToken}` },
    });
    expect(scraped.statusCode).toBe(200);
    // Points are charged, and admissions counted, for practice nowhere.
    expect(scraped.body).not.toMatch(/winnow_(points_charged_total|records_total|admissions_total)\S* [1-9]/);
    expect(asked).toEqual([]);
  });

  test("runs jobs, batches, schedules and MCP at the stand-in too, and only test keys see them", async () => {
    const job = await call({ prefer: "respond-async, wait=60", "x-fault": "empty" });
    expect([job.statusCode, job.json()]).toEqual([200, []]);
    const requests = [BODY, { keyword: "lamp", count: 1 }];
    const batch = (await service.post("/batches", { operation: "nlretail/products/search", requests }, { key })).json();
    const plan = { operation: "nlretail/products/search", name: "daily", request: BODY, cron: "0 6 * * *" };
    const schedule = await service.post("/schedules", plan, { key });
    expect([schedule.statusCode, (await service.get(`/schedules/${schedule.json().id}`, live)).statusCode]).toEqual([
      201, 404,
    ]);
    expect((await service.get(`/batches/${batch.id}`, live)).statusCode).toBe(404);
    const ran = async (headers: Record<string, string>) => {
      const client = new Client({ name: "test", version: "1" });
      const requestInit = { headers: { "access-token": key, ...headers } };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }) as never,
      );
      const { structuredContent } = await client.callTool({
        name: "execute",
        arguments: { operation: PATH, request: BODY },
      });
      await client.close();
      return (structuredContent as { total: number }).total;
    };
    expect([await ran({}), await ran({ "x-fault": "empty" })]).toEqual([3, 0]);
    const batchNow = async () => (await service.get(`/batches/${batch.id}`, key)).json();
    while ((await batchNow()).status !== "finished");
    expect((await service.get(`/batches/${batch.id}/records`, key)).json()).toHaveLength(4);
    expect([asked, await points(live)]).toEqual([[], 500]);
  });

  test("keeps its prefix when its secret is rotated", async () => {
    const {
      key: { id },
    } = (await service.accounts.ownerOf(key))!;
    const rotated = await service.accounts.rotateKey(id, 0);
    expect([rotated?.secret.startsWith("wnw_test_"), rotated?.key.prefix.length]).toEqual([true, 15]);
  });
});
