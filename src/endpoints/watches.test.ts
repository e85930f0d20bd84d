import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { limits } from "../limits/limits.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ sourcesFolder: await sourcesFolder({ toywatch: toySource("toywatch") }) });
  key = await service.createKey({ points: 1_000 });
});
afterAll(() => service.close());

const input = {
  operation: "toywatch/things",
  name: "Top shelf",
  request: { shelf: "top", count: 50 },
  cron: "0 7 * * *",
  track: ["name"],
  rules: [{ field: "name", when: "becomes", value: "sold" }, { when: "disappears" }],
};

test("a schedule that tracks a field returns a record's history, as JSON and CSV, its movers and its triggers", async () => {
  const made = await service.post("/schedules", input, { key });
  expect([made.statusCode, made.json()]).toMatchObject([
    201,
    { track: ["name"], rules: [input.rules[0], { field: null, when: "disappears", value: null }] },
  ]);
  const { id } = made.json();
  const get = (path: string, as = key) => service.get(`/schedules/${id}${path}`, as);
  expect((await get("/records/3/history")).json()).toEqual({ detail: "There is no such record." });
  await service.post(`/schedules/${id}/run`, {}, { key });
  await expect.poll(async () => (await get("/records/3/history")).statusCode, { timeout: 60_000 }).toBe(200);
  const history = (await get("/records/3/history")).json();
  expect(history).toMatchObject({
    record_id: "3",
    record: { id: "3", name: "thing 3" },
    listed: true,
    first_seen: history.last_seen,
    points: [{ at: history.first_seen, listed: true, values: { name: "thing 3" } }],
  });
  const csv = await get("/records/3/history.csv");
  expect([csv.headers["content-type"], csv.body]).toEqual([
    "text/csv; charset=utf-8",
    `at,listed,name\r\n${history.first_seen},true,thing 3\r\n`,
  ]);
  expect((await get("/movers")).json()).toEqual({ field: "name", movers: [] });
  const now = (await get("/tracked?limit=2")).json();
  expect(now).toMatchObject({
    field: "name",
    records: [{ record_id: "0", now: "thing 0", before: null, numbers: [] }, {}],
  });
  expect(now.total).toBeGreaterThan(now.records.length);
  const other = await get("/movers?field=price");
  expect([other.statusCode, other.json().detail[0]]).toMatchObject([
    422,
    { loc: ["query", "field"], msg: "Value error, the schedule tracks name" },
  ]);
  expect([(await get("/triggers")).json(), (await get("/triggers?cursor=x")).statusCode]).toEqual([[], 422]);
  const stranger = await service.createKey();
  for (const path of ["/records/3/history", "/records/3/history.csv", "/movers", "/tracked", "/triggers"]) {
    expect([path, (await get(path, stranger)).statusCode]).toEqual([path, 404]);
  }
  const patch = (payload: object) =>
    service.inject({ method: "PATCH", url: `/schedules/${id}`, headers: { "access-token": key }, payload });
  expect((await patch({ name: "Shelf" })).json()).toMatchObject({
    name: "Shelf",
    track: ["name"],
    rules: made.json().rules,
  });
  expect((await patch({ rules: [], track: [] })).json()).toMatchObject({ rules: [], track: [] });
});

test.each([
  [{ track: ["nam"] }, ["body", "track", 0]],
  [{ rules: [{ field: "name", when: "below", value: 5 }] }, ["body", "rules", 0, "field"]],
  [{ rules: [{ field: "name", when: "sinks" }] }, ["body", "rules", 0, "when"]],
  [{ rules: Array(limits.watchRules.max + 1).fill({ when: "appears" }) }, ["body", "rules"]],
  [{ track: Array(limits.watchFields.max + 1).fill("name") }, ["body", "track"]],
])("%j is rejected where it is wrong", async (over, loc) => {
  const answer = await service.post("/schedules", { ...input, ...over }, { key });
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, loc]);
});
