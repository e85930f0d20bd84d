import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/service.ts";
import { describeOnDrawnStores } from "./support/store/stores.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

const PATH = "/api/toyshelf/things";
const BODY = { shelf: "top", count: 5 };

describeOnDrawnStores("tags", (fresh) => {
  let service: TestService;
  beforeAll(async () => {
    const { dataDir, url } = fresh.settings();
    const folder = await sourcesFolder({ toyshelf: toySource("toyshelf") });
    service = await startTestService({ sourcesFolder: folder, env: { DATA_DIR: dataDir, DATABASE_URL: url } });
  });
  afterAll(() => service.close());

  const usage = async (key: string): Promise<Record<string, number[]>> =>
    Object.fromEntries(
      (await service.get("/token/tags", key))
        .json()
        .map(({ tag, requests, points }: Record<string, unknown>) => [String(tag), [requests, points]]),
    );
  const call = (key: string, tag?: string, headers: Record<string, string> = {}) =>
    service.post(PATH, BODY, { key, headers: { ...(tag !== undefined && { "x-tag": tag }), ...headers } });

  test("give requests and points by tag, each call for each of its tags, to its account alone", async () => {
    const [key, other] = [await service.createKey(), await service.createKey()];
    await call(key, "team-a");
    await call(key, "team-b, team-a,team-b");
    await call(key);
    await call(other, "team-a");
    expect(await usage(key)).toEqual({ "team-a": [2, 6], "team-b": [1, 3], null: [1, 3] });
    const rows = (await service.get("/token/requests?tag=team-b", key)).json();
    expect(rows.map(({ tags }: { tags: string[] }) => tags)).toEqual([["team-a", "team-b"]]);
    expect((await service.get("/token/requests?tag=team", key)).json()).toEqual([]);
    expect((await service.get("/token/requests?tag=team_a", key)).json()).toEqual([]);
  });

  test.each(["a,b,c,d", "", "blank here", "ü", "x".repeat(41), ",a"])(
    "tags that break the rule (%j) are refused before anything is charged",
    async (tag) => {
      const key = await service.createKey();
      const answer = await call(key, tag);
      expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining("up to 3 tags")]);
      expect(await usage(key)).toEqual({});
    },
  );

  test("tags of jobs, batches, schedules and MCP calls are the tags of their requests", async () => {
    const key = await service.createKey();
    await call(key, "job", { prefer: "respond-async, wait=60" });
    const operation = "toyshelf/things";
    const batch = (await service.post("/batches", { operation, requests: [BODY, BODY], tag: "batch" }, { key })).json();
    const plan = { operation, name: "daily", request: BODY, cron: "0 6 * * *", tag: "nightly,team-a" };
    const schedule = (await service.post("/schedules", plan, { key })).json();
    expect(schedule.tag).toBe("nightly,team-a");
    await service.post(`/schedules/${schedule.id}/run`, {}, { key });
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { "access-token": key, "x-tag": "agent" } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }) as never,
    );
    await client.callTool({ name: "execute", arguments: { operation: PATH, request: BODY } });
    await client.close();
    const ended = async () =>
      (await service.get(`/batches/${batch.id}`, key)).json().status === "finished" &&
      (await service.get(`/schedules/${schedule.id}/runs`, key)).json()[0]?.status === "succeeded";
    while (!(await ended()));
    expect(await usage(key)).toEqual({
      agent: [1, 3],
      batch: [2, 6],
      job: [1, 3],
      nightly: [1, 3],
      "team-a": [1, 3],
    });
  });

  test("tags are not kept of a call that leaves no trace", async () => {
    const key = await service.createKey();
    await call(key, "team-a", { "x-retain": "none" });
    expect(await usage(key)).toEqual({ null: [1, 3] });
  });
});
