import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";
import { openStore } from "../store/open-store.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedToyService();
  key = await service.createKey({ points: 1_000 });
});

const operation = "toyshelf/things";
const post = (body: unknown, query = "", headers = {}) => service.post("/batches", body, { key, query, headers });
const finished = (id: string) =>
  expect
    .poll(async () => (await service.get(`/batches/${id}`, key)).json(), { timeout: 15_000, interval: 20 })
    .toMatchObject({ status: "finished" });

test("a batch runs every body, and returns all records as one file with their lines", async () => {
  const requests = [
    { shelf: "top", count: 12 },
    { shelf: "none", count: 1 },
    { shelf: "low", count: 1 },
  ];
  const answer = await post({ operation, requests, max_cost: 100 });
  expect(answer.statusCode).toBe(202);
  const { id } = answer.json();
  expect(answer.headers.location).toBe(`/batches/${id}`);
  expect(answer.json()).toMatchObject({ total: 3, cost_at_most: 12, max_cost: 100, operation: "/api/toyshelf/things" });
  await finished(id);
  expect((await service.get(`/batches/${id}`, key)).json()).toMatchObject({
    items: { succeeded: 2, failed: 1 },
    records: 13,
    charged: 9,
  });
  expect((await service.get(`/batches/${id}/failures`, key)).json()).toMatchObject([
    { line: 2, error: { status: 412, code: "no_such_thing" } },
  ]);
  const records = (await service.get(`/batches/${id}/records`, key)).json();
  expect(records.map((record: Record<string, unknown>) => record["@line"])).toEqual([...Array(12).fill(1), 3]);
  const accepting = async (accept: string) =>
    (await service.inject({ method: "GET", url: `/batches/${id}/records`, headers: { "access-token": key, accept } }))
      .body;
  expect((await accepting("text/csv")).split("\r\n").slice(0, 2)).toEqual([
    "@line,@type,id,name",
    "1,toyshelfThing,0,thing 0",
  ]);
  expect(JSON.parse((await accepting("application/x-ndjson")).trim().split("\n").at(-1)!)).toMatchObject({
    "@line": 3,
  });
  expect((await service.get("/batches", key)).json()[0].id).toBe(id);
  expect((await service.get(`/jobs?batch_id=${id}&status=failed`, key)).json()).toMatchObject([{ line: 2 }]);
  expect((await service.get(`/batches/${id}`, await service.createKey())).statusCode).toBe(404);
});

test("an NDJSON upload is the same batch", async () => {
  const lines = '{"shelf":"top","count":1}\n\n{"shelf":"low","count":1}\n';
  const type = { "content-type": "application/x-ndjson" };
  const preview = await service.post("/batches/preview", lines, {
    key,
    query: `?operation=${operation}`,
    headers: type,
  });
  expect(preview.json()).toMatchObject({ total: 2, cost_at_most: 6 });
  const { id } = (await post(lines, `?operation=${operation}&max_cost=6`, type)).json();
  await finished(id);
  expect((await post(lines, `?operation=${operation}&max_cost=5`, type)).statusCode).toBe(403);
});

test("so is a CSV upload: field names in the first row, an empty cell for the default", async () => {
  const type = { "content-type": "text/csv; charset=utf-8" };
  const csv = 'shelf,count,timeout\r\ntop,1,30\r\n"low",1,\r\n';
  const preview = await service.post("/batches/preview", csv, { key, query: `?operation=${operation}`, headers: type });
  expect(preview.json()).toMatchObject({ total: 2 });
  const faults = async (text: string) =>
    (await post(text, `?operation=${operation}`, type)).json().detail.map(({ loc }: { loc: unknown[] }) => loc);
  expect(await faults("shelf,count\ntop,1\ncellar,1\ntop\n")).toEqual([
    ["body", "line", 3, "shelf"],
    ["body", "line", 4],
  ]);
  expect(await faults("shelf,colour\ntop,red\n")).toEqual([["body", "line", 1, "colour"]]);
});

test("invalid lines are skipped if requested, and listed with their faults", async () => {
  const csv = Buffer.from("shelf,count\ntop,1\ncafé,1\nlow,1\n", "latin1");
  const query = `?operation=${operation}&on_invalid=skip`;
  const sent = { method: "POST", headers: { "access-token": key, "content-type": "text/csv" }, payload: csv } as const;
  expect((await service.inject({ ...sent, url: `/batches/preview${query}` })).json()).toMatchObject({
    total: 2,
    invalid: 1,
  });
  const { id } = (await service.inject({ ...sent, url: `/batches${query}` })).json();
  await finished(id);
  expect((await service.get(`/batches/${id}`, key)).json()).toMatchObject({ total: 2, invalid: 1, records: 2 });
  const records = (await service.get(`/batches/${id}/records`, key)).json();
  expect(records.map((record: Record<string, unknown>) => record["@line"])).toEqual([1, 3]);
  expect((await service.get(`/batches/${id}/missing`, key)).json()).toMatchObject([
    {
      line: 2,
      reason: "invalid",
      job_id: null,
      error: { status: 422, code: "validation", detail: [{ loc: ["body", "line", 3] }] },
    },
  ]);
});

test("a file with expired records reports how many are missing; with none left it is 404", async () => {
  const requests = [2, 3].map((count) => ({ shelf: "top", count }));
  const { id } = (await post({ operation, requests })).json();
  await finished(id);
  const store = await openStore(service.config.database);
  const { db } = store;
  const week = 7 * 86_400_000;
  await db
    .updateTable("batches")
    .set(({ eb }) => ({ created_at: eb("created_at", "-", week) }))
    .where("id", "=", id)
    .execute();
  const [first] = (await service.get(`/jobs?batch_id=${id}`, key))
    .json()
    .filter(({ line }: { line: number }) => line === 1);
  await db.deleteFrom("answers").where("request_id", "=", first.id).execute();
  const partial = await service.get(`/batches/${id}/records`, key);
  expect([partial.statusCode, partial.json().length, partial.headers["x-records-expired"]]).toEqual([200, 3, "2"]);
  const link = (await service.post(`/batches/${id}/link`, { format: "csv" }, { key })).json();
  const opened = await service.inject({ method: "GET", url: new URL(link.url).pathname });
  expect([opened.statusCode, opened.headers["x-records-expired"]]).toEqual([200, "2"]);
  await db.deleteFrom("answers").execute();
  await store.close();
  expect((await service.get(`/batches/${id}/records`, key)).statusCode).toBe(404);
});

test("it is validated as a whole before anything runs: every fault gives its line", async () => {
  const { rows } = { rows: (await service.get("/token/requests/count", key)).json().total };
  const requests = [{ shelf: "top", count: 1 }, { shelf: "", count: 0 }, { shelf: "cellar", count: 1 }, 5];
  const answer = await post({ operation, requests });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual([
    ["body", "requests", 1, "shelf"],
    ["body", "requests", 1, "count"],
    ["body", "requests", 2, "shelf"],
    ["body", "requests", 3],
  ]);
  const lines = await post('{"shelf":"top","count":1}\nnot json\n', `?operation=${operation}`, {
    "content-type": "application/x-ndjson",
  });
  expect(lines.json().detail).toMatchObject([
    { loc: ["body", "line", 2], msg: expect.stringContaining("is not JSON") },
  ]);
  expect((await post({ operation: "toys", requests })).json().detail[0].loc).toEqual(["body", "operation"]);
  expect((await post({ operation, requests: [] })).statusCode).toBe(422);
  expect((await service.get("/token/requests/count", key)).json().total).toBe(rows);
});

test("only its owner can pause, resume and cancel a batch and retry its failures", async () => {
  const requests = [
    { shelf: "never", count: 1 },
    { shelf: "none", count: 1 },
  ];
  const { id } = (await post({ operation, requests })).json();
  const failed = async () => (await service.get(`/batches/${id}`, key)).json().items.failed;
  await expect.poll(failed).toBe(1);
  const act = async (name: string, by = key) => {
    const answer = await service.post(`/batches/${id}/${name}`, {}, { key: by });
    return [answer.statusCode, answer.json().status];
  };
  const stranger = await service.createKey();
  for (const name of ["pause", "resume", "retry"]) expect((await act(name, stranger))[0]).toBe(404);
  expect(await act("pause")).toEqual([200, "paused"]);
  expect(await act("resume")).toEqual([200, "running"]);
  expect(await act("retry")).toEqual([200, "running"]);
  await expect.poll(failed).toBe(1);
  const cancelled = await service.inject({ method: "DELETE", url: `/batches/${id}`, headers: { "access-token": key } });
  expect(cancelled.json()).toMatchObject({ status: "cancelled", items: { running: 0, queued: 0 }, charged: 0 });
});

test("the dry run has its own path: dry_run on the old one starts nothing and names the new path", async () => {
  const body = { operation, requests: [{ shelf: "top", count: 1 }] };
  const preview = await service.post("/batches/preview", body, { key });
  expect([preview.statusCode, preview.json()]).toMatchObject([200, { total: 1, cost_at_most: 3, enough: true }]);
  for (const query of ["?dry_run", "?dry_run=true"]) {
    const answer = await post(body, query);
    expect([answer.statusCode, answer.json().detail[0].msg]).toEqual([
      422,
      expect.stringContaining("POST /batches/preview"),
    ]);
  }
});

test("items that time out keep their partial records if the batch requests it", async () => {
  const row = async (query: string) => {
    const type = { "content-type": "application/x-ndjson" };
    const { id } = (await post('{"shelf":"top","count":1}', `?operation=${operation}${query}`, type)).json();
    const store = await openStore(service.config.database);
    const found = await store.db.selectFrom("jobs").where("batch_id", "=", id).select("options").execute();
    await store.close();
    return found;
  };
  expect(await row("&partial=keep")).toEqual([{ options: '{"partial":"keep"}' }]);
  expect(await row("")).toEqual([{ options: "{}" }]);
});

test("a batch in JSON has all its settings in the body", async () => {
  const answer = await post({ operation, requests: [{ shelf: "top", count: 1 }] }, "?max_cost=5");
  expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["query", "max_cost"]]);
});

test("the first hundred faults of an upload are listed", async () => {
  const answer = await post({ operation, requests: Array(5_000).fill({ shelf: 1 }) });
  expect([answer.statusCode, answer.json().detail.length]).toEqual([422, 100]);
  expect(answer.json().detail.at(-1).loc).toEqual(["body", "requests", 49, "count"]);
});
