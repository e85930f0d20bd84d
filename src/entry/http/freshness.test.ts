import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import { sourcesFolder, toySource } from "../../../test/support/toy-folder.ts";
import { limits } from "../../limits/limits.ts";

const PATH = "/api/toyshelf/things";

/** What the stand-in of every service in this process shares: how often each shelf was read, and which give no page. */
const site = {
  counts: new Map<string, number>(),
  closed: new Set<string>(),
  reads: (shelf: string) => site.counts.get(shelf) ?? 0,
};
const counting = `answer: ({ url }) => {
      const [shelf, site] = [decodeURIComponent(url.pathname.split("/").at(-1)), globalThis.freshnessSite];
      if (url.searchParams.get("page") === "1") site.counts.set(shelf, site.reads(shelf) + 1);
      if (site.closed.has(shelf)) return { status: 200, headers: { "content-type": "application/json" }, body: "no page" };`;

let folder: string;
beforeAll(async () => {
  Object.assign(globalThis, { freshnessSite: site });
  folder = await sourcesFolder({ toyshelf: toySource("toyshelf").replace("answer: ({ url }) => {", counting) });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, "freshnessSite");
});

const start = (env: Record<string, string> = {}) => startTestService({ sourcesFolder: folder, env });

const asker =
  (service: TestService, key: string) =>
  (shelf: string, cacheControl?: string, headers: Record<string, string> = {}, count = 12) =>
    service.post(
      PATH,
      { shelf, count },
      { key, headers: { ...(cacheControl && { "cache-control": cacheControl }), ...headers } },
    );

describe("cache-control of a call", () => {
  let service: TestService;
  let key: string;
  let ask: ReturnType<typeof asker>;
  beforeAll(async () => {
    service = await start();
    key = await service.createKey();
    ask = asker(service, key);
  });
  afterAll(() => service.close());

  test("max-age gives the first answer again with its age and request; without it nothing of a response changes", async () => {
    const first = await ask("kept");
    const again = await ask("kept", "max-age=600");
    expect(again.headers).toMatchObject({
      "x-cache": "hit",
      "x-cache-request-id": first.headers["x-request-id"],
      "x-credits-charged": "0",
      age: expect.stringMatching(/^\d+$/),
      "x-results-end": first.headers["x-results-end"],
    });
    expect(again.body).toBe(first.body);
    const live = await ask("kept");
    expect(Object.keys(live.headers)).toEqual(Object.keys(first.headers));
    expect(site.reads("kept")).toBe(2);
  });

  test("a stream of it says so in its head, and costs nothing in its trailers", async () => {
    await ask("streamed");
    const { headers, trailers, body } = await ask("streamed", "max-age=600", { accept: "application/x-ndjson" });
    expect([headers["x-cache"], trailers["x-credits-charged"]]).toEqual(["hit", "0"]);
    expect(body.trim().split("\n")).toHaveLength(12);
  });

  test("stale-if-error gives an older answer if the site fails, and the error of the site if there is none", async () => {
    await ask("changed");
    site.closed.add("changed").add("unread");
    const stale = await ask("changed", "stale-if-error=3600");
    expect([stale.statusCode, stale.headers["x-cache"], stale.headers["x-credits-charged"]]).toEqual([
      200,
      "stale",
      "0",
    ]);
    expect((await ask("unread", "stale-if-error=3600")).statusCode).toBe(500);
  });

  test("only-if-cached never asks the site, and no-cache always does", async () => {
    const none = await ask("only", "only-if-cached");
    expect([none.statusCode, none.headers["x-error-code"], site.reads("only")]).toEqual([412, "not_cached", 0]);
    await ask("only");
    expect((await ask("only", "only-if-cached")).headers["x-cache"]).toBe("hit");
    expect((await ask("only", "max-age=600, no-cache")).headers["x-cache"]).toBeUndefined();
    const later = await ask("only", "only-if-cached", { prefer: "respond-async" });
    expect(later.statusCode).toBe(400);
  });

  test("a job takes an answer of the allowed age, free, and its records are there", async () => {
    await ask("job");
    const answer = await ask("job", "max-age=600", { prefer: "respond-async, wait=20" });
    expect([answer.statusCode, answer.json().length]).toEqual([200, 12]);
    const job = (await service.get(answer.headers.location as string, key)).json();
    expect([job.charged, site.reads("job")]).toEqual([0, 1]);
  });

  test("equal jobs that allow each other's age ask the site once, and one of them pays", async () => {
    const ways = Array.from({ length: 6 }, () => ask("jobs", "max-age=600", { prefer: "respond-async, wait=60" }));
    const answers = await Promise.all(ways);
    const jobs = await Promise.all(answers.map(({ headers }) => service.get(headers.location as string, key)));
    const charges = jobs.map((job) => job.json().charged).sort();
    expect([charges, site.reads("jobs")]).toEqual([[0, 0, 0, 0, 0, 6], 1]);
  });

  test("beyond limits.freshness an age counts as the limit, and is 422 as a field of a batch", async () => {
    await ask("long");
    expect((await ask("long", `max-age=${limits.freshness.max * 10}`)).headers["x-cache"]).toBe("hit");
    const body = {
      operation: "toyshelf/things",
      requests: [{ shelf: "a", count: 1 }],
      max_age: limits.freshness.max + 1,
    };
    expect((await service.post("/batches", body, { key })).statusCode).toBe(422);
  });

  test("over MCP max_age gives it again: its result_id is the first request's", async () => {
    const first = await ask("tool");
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), {
      requestInit: { headers: { "access-token": key } },
    });
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    try {
      const args = { operation: "toyshelf/things", request: { shelf: "tool", count: 12 }, max_age: 600 };
      const { structuredContent } = await client.callTool({ name: "execute", arguments: args });
      const result_id = first.headers["x-request-id"];
      expect(structuredContent).toMatchObject({ credits_charged: 0, age: expect.any(Number), total: 12, result_id });
      const page = await client.callTool({ name: "get_page", arguments: { result_id } });
      expect(page.structuredContent).toMatchObject({ total: 12 });
    } finally {
      await client.close();
    }
  });
});

/** Sends a batch of `lines` of which a fifth repeats another, and gives how it ended. */
async function runBatch(service: TestService, key: string, { lines, name }: { lines: number; name: string }) {
  const requests = Array.from({ length: lines }, (_, line) => ({
    shelf: `${name}-${line % ((lines * 4) / 5)}`,
    count: 12,
  }));
  const body = { operation: "toyshelf/things", requests, max_age: 600 };
  const { id } = (await service.post("/batches", body, { key })).json();
  const ended = async () => (await service.get(`/batches/${id}`, key)).json();
  await expect.poll(async () => (await ended()).status, { timeout: 60_000 }).toBe("finished");
  return ended();
}

describeOnDrawnStores("a batch with max_age", (fresh) => {
  test("pays for each of its lines once, however often it repeats them", async () => {
    const { dataDir, url } = fresh.settings();
    const service = await start({ DATA_DIR: dataDir, DATABASE_URL: url });
    try {
      const lines = 50;
      const key = await service.createKey();
      const ended = await runBatch(service, key, { lines, name: "line" });
      expect(ended).toMatchObject({ charged: 40 * 6, records: lines * 12, items: { succeeded: lines } });
      // Not how often the site was asked: a line whose worker stood still for ten seconds is run again.
      const runs = (await service.get("/token/requests?limit=100", key)).json() as Array<{ cost: number; age: number }>;
      expect(runs.filter(({ cost, age }) => cost === 6 && age === null)).toHaveLength(40);
      expect(runs.filter(({ cost, age }) => cost === 0 && age !== null)).toHaveLength(10);
    } finally {
      await service.close();
    }
  });
});
