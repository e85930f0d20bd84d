import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../../test/support/toy-folder.ts";
import { atomFeed } from "./atom-feed.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }) });
  key = await service.createKey({ points: 1_000 });
});
afterAll(() => service.close());

const wish = {
  ...{ operation: "toyshelf/things", name: "Top shelf", request: { shelf: "top", count: 50 } },
  ...{ cron: "0 7 * * *", time_zone: "Europe/Amsterdam" },
};

test.each([
  ["/schedules", { ...wish, timezone: "Asia/Tokyo" }, "timezone", "time_zone"],
  ["/batches", { operation: wish.operation, requests: [wish.request], maxcost: 1 }, "maxcost", "max_cost"],
  ["/webhooks", { url: "https://hooks.example.com", event: ["job.failed"] }, "event", "events"],
])("a misspelt field of %s is named with the right ones, and nothing is made", async (path, body, name, right) => {
  const before = (await service.get(path, key)).json();
  const answer = await service.post(path, body, { key });
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["body", name]]);
  expect(answer.json().detail[0].msg).toContain(right);
  expect((await service.get(path, key)).json()).toEqual(before);
});

test("a schedule is previewed, saved, run by hand, and its feed opens with its secret alone", async () => {
  const preview = await service.post("/schedules", wish, { key, query: "?dry_run=true" });
  expect([preview.statusCode, preview.json().cost_per_run]).toEqual([200, 15]);
  const made = await service.post("/schedules", wish, { key });
  expect(made.statusCode).toBe(201);
  const { id, feed_secret } = made.json();
  await service.post(`/schedules/${id}/run`, {}, { key });
  await expect
    .poll(async () => (await service.get(`/schedules/${id}`, key)).json().last_run, { timeout: 15_000 })
    .toMatchObject({ status: "succeeded" });
  expect((await service.get(`/schedules/${id}/changes`, key)).json()).toEqual([]);
  const feed = await service.get(`/schedules/${id}/feed/${feed_secret}`);
  expect([feed.statusCode, feed.headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
  expect(feed.body).toContain("<title>Top shelf</title>");
  // The address is a secret: a link in the feed must not carry it on, nor a shared cache keep it.
  expect(feed.headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "private, max-age=60" });
  expect((await service.get(`/schedules/${id}/feed/guess`)).statusCode).toBe(404);
  expect((await service.get("/schedules", key)).json()).toMatchObject([{ id, spent_this_month: 6 }]);
  expect((await service.get(`/schedules/${id}`, await service.createKey())).statusCode).toBe(404);
  expect((await service.post(`/schedules/${id}/pause`, {}, { key })).json().status).toBe("paused");
  await service.inject({ method: "DELETE", url: `/schedules/${id}`, headers: { "access-token": key } });
  expect((await service.get(`/schedules/${id}`, key)).statusCode).toBe(404);
});

test("what is wrong is named: the expression, the zone, the operation, a field of the request", async () => {
  for (const [over, loc] of [
    [{ cron: "often" }, ["body", "cron"]],
    [{ time_zone: "Mars" }, ["body", "time_zone"]],
    [{ operation: "toys" }, ["body", "operation"]],
    [{ request: { shelf: "top", count: 0 } }, ["body", "request", "count"]],
    [{ name: "" }, ["body", "name"]],
  ] as const) {
    const answer = await service.post("/schedules", { ...wish, ...over }, { key });
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, loc]);
  }
});

test.each(["/jobs", "/batches", "/schedules", "/webhooks/deliveries", "/token/requests"])(
  "a page of %s has from one to a hundred rows",
  async (path) => {
    const statusOf = async (limit: number) => (await service.get(`${path}?limit=${limit}`, key)).statusCode;
    expect([await statusOf(0), await statusOf(1), await statusOf(100), await statusOf(101)]).toEqual([
      ...[422, 200, 200, 422],
    ]);
  },
);

test("text from a website stays text in the feed", () => {
  const at = "2027-03-01T12:00:00.000Z";
  const change = {
    kind: "added",
    record_id: "<1>",
    run_id: "r",
    at,
    record: { name: '<b>&"\u0001' },
    fields: null,
  } as const;
  const feed = atomFeed({ id: "s", name: "a & b", created_at: at } as Parameters<typeof atomFeed>[0], [change]);
  expect(feed).toContain("<title>added: &lt;b&gt;&amp;&quot;</title>");
  expect(feed).toContain("<title>a &amp; b</title>");
  expect(feed).not.toContain("\u0001");
});

test("no spelling of dry_run that can be meant as true saves a schedule", async () => {
  const own = await service.createKey({ points: 100 });
  for (const query of ["?dry_run", "?dry_run=1", "?dry_run=YES"]) {
    expect([query, (await service.post("/schedules", wish, { key: own, query })).statusCode]).toEqual([query, 200]);
  }
  for (const query of ["?dryRun=true", "?dry_run=maybe", "?dry_run=true&dry_run=false"]) {
    expect([query, (await service.post("/schedules", wish, { key: own, query })).statusCode]).toEqual([query, 422]);
  }
  expect((await service.get("/schedules", own)).json()).toEqual([]);
});
