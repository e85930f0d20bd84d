import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";
import type { ChangeView, PastRun, ScheduleView } from "../jobs/work-views.ts";
import { limits } from "../limits/limits.ts";
import { scheduleFeed } from "./schedules.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedToyService();
  key = await service.createKey({ points: 1_000 });
});

const input = {
  operation: "toyshelf/things",
  name: "Top shelf",
  request: { shelf: "top", count: 50 },
  cron: "0 7 * * *",
  time_zone: "Europe/Amsterdam",
};

const misspelt = { ...input.request, Shelf: "top" };

test.each([
  ["/schedules", { ...input, timezone: "Asia/Tokyo" }, ["timezone"], "time_zone"],
  ["/schedules", { ...input, request: misspelt }, ["request", "Shelf"], "shelf"],
  ["/batches", { operation: input.operation, requests: [input.request], maxcost: 1 }, ["maxcost"], "max_cost"],
  [
    "/batches",
    { operation: input.operation, requests: [input.request, misspelt] },
    ["requests", 1, "Shelf"],
    "Did you mean shelf?",
  ],
  ["/webhooks", { url: "https://hooks.example.com", event: ["job.failed"] }, ["event"], "events"],
])("a misspelt field of %s is named with the valid ones, and nothing is created", async (path, body, place, right) => {
  const before = (await service.get(path, key)).json();
  const answer = await service.post(path, body, { key });
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["body", ...place]]);
  expect(answer.json().detail[0].msg).toContain(right);
  expect((await service.get(path, key)).json()).toEqual(before);
});

test("a schedule is previewed, saved and run by hand, and its feed opens only with its secret", async () => {
  const preview = await service.post("/schedules/preview", input, { key });
  expect([preview.statusCode, preview.json().cost_per_run]).toEqual([200, 15]);
  const made = await service.post("/schedules", input, { key });
  expect(made.statusCode).toBe(201);
  const { id, feed_secret } = made.json();
  await service.post(`/schedules/${id}/run`, {}, { key });
  await expect
    .poll(async () => (await service.get(`/schedules/${id}`, key)).json().last_run, { timeout: 15_000 })
    .toMatchObject({ status: "succeeded" });
  expect((await service.get(`/schedules/${id}/changes`, key)).json()).toEqual([]);
  const [run] = (await service.get(`/schedules/${id}/runs`, key)).json();
  expect(run).toMatchObject({ status: "succeeded", charged: 6, changes: null, compared: false });
  const patch = (payload: object, as = key) =>
    service.inject({ method: "PATCH", url: `/schedules/${id}`, headers: { "access-token": as }, payload });
  const changed = await patch({ cron: "0 8 * * *", monthly_budget: 500, take_over: true });
  expect([changed.statusCode, changed.json()]).toMatchObject([
    200,
    { name: "Top shelf", cron: "0 8 * * *", time_zone: "Europe/Amsterdam", monthly_budget: 500 },
  ]);
  expect((await patch({ monthly_budget: 14 })).json().detail[0].loc).toEqual(["body", "monthly_budget"]);
  expect((await patch({ cron: "often" })).statusCode).toBe(422);
  expect((await patch({}, await service.createKey())).statusCode).toBe(404);
  const feed = await service.get(`/schedules/${id}/feed/${feed_secret}`);
  expect([feed.statusCode, feed.headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
  expect(feed.body).toContain("<title>Top shelf</title>");
  // The address is a secret: links in the feed must not leak it, nor a shared cache store it.
  expect(feed.headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "private, max-age=60" });
  expect((await service.get(`/schedules/${id}/feed/guess`)).statusCode).toBe(404);
  expect((await service.get("/schedules", key)).json()).toMatchObject([{ id, spent_this_month: 6 }]);
  expect((await service.get(`/schedules/${id}`, await service.createKey())).statusCode).toBe(404);
  expect((await service.post(`/schedules/${id}/pause`, {}, { key })).json().status).toBe("paused");
  await service.inject({ method: "DELETE", url: `/schedules/${id}`, headers: { "access-token": key } });
  expect((await service.get(`/schedules/${id}`, key)).statusCode).toBe(404);
});

test("faults are named: the expression, the zone, the operation, a field of the request", async () => {
  for (const [over, loc] of [
    [{ cron: "often" }, ["body", "cron"]],
    [{ time_zone: "Mars" }, ["body", "time_zone"]],
    [{ operation: "toys" }, ["body", "operation"]],
    [{ request: { shelf: "top", count: 0 } }, ["body", "request", "count"]],
    [{ name: "" }, ["body", "name"]],
  ] as const) {
    const answer = await service.post("/schedules", { ...input, ...over }, { key });
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, loc]);
  }
});

test.each(["/jobs", "/batches", "/schedules", "/webhooks/deliveries", "/token/requests"])(
  "a page of %s has one to a hundred rows",
  async (path) => {
    const statusOf = async (limit: number) => (await service.get(`${path}?limit=${limit}`, key)).statusCode;
    expect([await statusOf(0), await statusOf(1), await statusOf(100), await statusOf(101)]).toEqual([
      422, 200, 200, 422,
    ]);
  },
);

test("lists continue where a page ended, and have no cursor at the end", async () => {
  const own = await service.createKey({ points: 100 });
  const request = { shelf: "top", count: 1 };
  for (const name of ["one", "two"]) {
    await service.post("/schedules", { ...input, name, request }, { key: own });
    await service.post("/batches", { operation: input.operation, requests: [request] }, { key: own });
    await service.post("/api/toyshelf/things", request, { key: own, headers: { prefer: "respond-async" } });
  }
  for (const path of ["/schedules", "/batches", "/jobs"]) {
    const page = (query: string) => service.get(`${path}?limit=1${query}`, own);
    const first = await page("");
    const cursor = first.headers["x-next-cursor"];
    expect([path, first.json().length, typeof cursor]).toEqual([path, 1, "string"]);
    const second = await page(`&cursor=${cursor}`);
    expect(second.json()).toHaveLength(1);
    expect(second.json()[0].id).not.toBe(first.json()[0].id);
    expect(second.headers).not.toHaveProperty("x-next-cursor");
    const whole = await service.get(path, own);
    expect(whole.json()).toHaveLength(2);
    expect(whole.headers).not.toHaveProperty("x-next-cursor");
  }
  const of = async (operation: string) => (await service.get(`/jobs?operation=${operation}`, own)).json().length;
  expect([await of("toyshelf/things"), await of("/api/toyshelf/things")]).toEqual([2, 2]);
});

test.each(["/jobs", "/batches", "/schedules", "/webhooks", "/token/statistic"])(
  "%s is rejected without a key or with a key for MCP only, and reveals no points of others",
  async (path) => {
    const nobody = await service.get(path);
    expect([nobody.statusCode, nobody.headers["x-error-code"]]).toEqual([401, "key_missing"]);
    expect(nobody.headers).not.toHaveProperty("x-token-points");
    const agent = await service.get(path, await service.createKey({ usage_context: "mcp_only" }));
    expect([agent.statusCode, agent.headers["x-error-code"]]).toEqual([403, "mcp_only"]);
    const known = await service.get(path, key);
    expect([known.statusCode, known.headers["x-token-points"]]).toEqual([200, expect.stringMatching(/^\d+$/)]);
  },
);

test.each([
  ["GET", "/jobs/none", "job"],
  ["DELETE", "/jobs/none", "job"],
  ["GET", "/jobs/none/records", "job"],
  ["GET", "/jobs/none/events", "job"],
  ["GET", "/batches/none", "batch"],
  ["DELETE", "/batches/none", "batch"],
  ["POST", "/batches/none/pause", "batch"],
  ["GET", "/batches/none/failures", "batch"],
  ["GET", "/batches/none/records", "batch"],
  ["GET", "/schedules/none", "schedule"],
  ["DELETE", "/schedules/none", "schedule"],
  ["POST", "/schedules/none/feed", "schedule"],
  ["GET", "/schedules/none/changes", "schedule"],
  ["GET", "/schedules/none/feed/secret", "feed"],
  ["DELETE", "/webhooks/none", "webhook"],
  ["POST", "/webhooks/none/enable", "webhook"],
  ["POST", "/webhooks/none/test", "webhook"],
  ["POST", "/webhooks/none/rotate", "webhook"],
  ["POST", "/webhooks/deliveries/none/replay", "delivery"],
] as const)("%s %s reports that there is no such %s", async (method, url, what) => {
  const answer = await service.inject({ method, url, headers: { "access-token": key } });
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: `There is no such ${what}.` }]);
});

test("a webhook's old secret can stay valid for a week at most", async () => {
  const statusOf = async (overlap_seconds: number) =>
    (await service.post("/webhooks/none/rotate", { overlap_seconds }, { key })).statusCode;
  expect([await statusOf(-1), await statusOf(0), await statusOf(604_800), await statusOf(604_801)]).toEqual([
    422, 404, 404, 422,
  ]);
});

test("a feed has an entry for each change, with old and new values; without any it is as old as its schedule", () => {
  const schedule = { id: "s", name: "Top", created_at: "2027-01-01T00:00:00.000Z" } as ScheduleView;
  const changed = {
    kind: "changed",
    record_id: "a/b",
    run_id: "r1",
    at: "2027-03-02T00:00:00.000Z",
    record: { id: "a/b" },
    fields: { price: { old: 1, new: 2 }, name: { old: "x", new: null } },
  } as unknown as ChangeView;
  const removed = {
    ...changed,
    kind: "removed",
    record_id: "c",
    record: { name: "Lamp" },
    fields: null,
  } as typeof changed;
  expect(scheduleFeed({ schedule, changes: [], runs: [] })).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:uuid:s</id>
  <title>Top</title>
  <updated>2027-01-01T00:00:00.000Z</updated>
  <author><name>Winnow</name></author>
</feed>
`);
  const feed = scheduleFeed({ schedule, changes: [changed, removed], runs: [] });
  expect(feed.match(/<updated>[^<]+/)![0]).toBe("<updated>2027-03-02T00:00:00.000Z");
  expect(feed.match(/<entry>.*?<\/entry>/gs)).toEqual([
    `<entry>
    <id>urn:uuid:r1#a%2Fb</id>
    <title>changed: a/b</title>
    <updated>2027-03-02T00:00:00.000Z</updated>
    <content type="text">price: 1 → 2\nname: &#34;x&#34; → null</content>
  </entry>`,
    `<entry>
    <id>urn:uuid:r1#c</id>
    <title>removed: Lamp</title>
    <updated>2027-03-02T00:00:00.000Z</updated>
    <content type="text">{&#34;name&#34;:&#34;Lamp&#34;}</content>
  </entry>`,
  ]);
});

test("a feed has an entry for each run that was not compared, except the first and one that has not ended", () => {
  const schedule = { id: "s", name: "Top", created_at: "2027-01-01T00:00:00.000Z" } as ScheduleView;
  const run = (id: string, because: PastRun["not_compared_because"], day: number) =>
    ({ id, not_compared_because: because, ended_at: `2027-03-0${day}T00:00:00.000Z` }) as PastRun;
  const at = "2027-03-02T00:00:00.000Z";
  const change = { kind: "added", record_id: "a", run_id: "r2", at, record: null, fields: null } as ChangeView;
  const runs = [
    run("r5", "pending", 5),
    run("r3", "values_in_doubt", 3),
    run("r2", null, 2),
    run("r1", "first_run", 1),
  ];
  const feed = scheduleFeed({ schedule, changes: [change], runs });
  expect(feed.match(/<id>[^<]+/g)).toEqual(["<id>urn:uuid:s", "<id>urn:uuid:r3", "<id>urn:uuid:r2#a"]);
  expect(feed).toContain('<content type="text">Not compared: some values are not what they were');
});

test("text from a website stays text in the feed", () => {
  const at = "2027-03-01T12:00:00.000Z";
  const change = {
    id: "1",
    kind: "added",
    record_id: "<1>",
    run_id: "r",
    at,
    record: { name: '<b>&"\u0001' },
    fields: null,
  } as const;
  const schedule = { id: "s", name: "a & b", created_at: at } as ScheduleView;
  const feed = scheduleFeed({ schedule, changes: [change], runs: [] });
  expect(feed).toContain("<title>added: &#60;b&#62;&#38;&#34;</title>");
  expect(feed).toContain("<title>a &#38; b</title>");
  expect(feed).not.toContain("\u0001");
});

test("the dry run has its own path: dry_run on the old one saves nothing and names the new path", async () => {
  const own = await service.createKey({ points: 100 });
  for (const query of ["?dry_run", "?dry_run=true", "?dry_run=false"]) {
    const answer = await service.post("/schedules", input, { key: own, query });
    expect([answer.statusCode, answer.json().detail[0]]).toMatchObject([
      422,
      { loc: ["query", "dry_run"], msg: expect.stringContaining("POST /schedules/preview") },
    ]);
  }
  expect((await service.post("/schedules", input, { key: own, query: "?dryRun=true" })).statusCode).toBe(422);
  expect((await service.get("/schedules", own)).json()).toEqual([]);
});

test("an ignored field that the record lacks is rejected with the nearest name", async () => {
  const answer = await service.post("/schedules", { ...input, ignore_fields: ["id", "names"] }, { key });
  expect([answer.statusCode, answer.json().detail]).toMatchObject([
    422,
    [{ loc: ["body", "ignore_fields", 1], msg: expect.stringContaining("Did you mean name?") }],
  ]);
});

test("one address creates and previews a limited number of schedules a minute, and reads feeds more often", async () => {
  const from = (remoteAddress: string, method: "GET" | "POST", url: string) =>
    service.inject({ method, url, remoteAddress, headers: { "access-token": key } });
  const statuses = async (count: number, ...call: Parameters<typeof from>) =>
    (await Promise.all(Array.from({ length: count }, () => from(...call)))).map(({ statusCode }) => statusCode);
  const { newSchedules, feedReads, workCalls } = { ...limits };
  expect(limits.newSchedules.max).toBeLessThan(limits.workCalls.max);
  const previews = await statuses(2 * newSchedules.max + 1, "198.51.100.1", "POST", "/schedules/preview");
  // However many windows the calls fell into, each has admitted as many.
  expect([newSchedules.max, 2 * newSchedules.max]).toContain(previews.filter((status) => status === 422).length);
  expect(previews).toContain(429);
  const feed = await statuses(2 * feedReads.max + 1, "198.51.100.2", "GET", "/schedules/none/feed/x");
  expect([limits.feedReads.max, 2 * feedReads.max]).toContain(feed.filter((status) => status === 404).length);
  const lists = await statuses(2 * workCalls.max + 1, "198.51.100.3", "GET", "/webhooks");
  expect([workCalls.max, 2 * workCalls.max]).toContain(lists.filter((status) => status === 200).length);
});
