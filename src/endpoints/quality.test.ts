import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";
import { qualityReport } from "../service/quality-report.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await sharedToyService();
  key = await service.createKey({ points: 1000 });
});

const operation = "toyshelf/things";
const post = async (path: string, body: object) => (await service.post(path, body, { key })).json();
const get = async (path: string, by = key) => (await service.get(path, by)).json();

/** Stored records of some work. */
const stored = (records: object[], line = 0) => ({
  async *rows() {
    for (const record of records) yield { line, json: Buffer.from(JSON.stringify(record)) };
  },
});
const thing = () => service.registry.byName(operation)!.operation;

test("a job's report counts its records and the fill of each field", async () => {
  const headers = { prefer: "respond-async" };
  const { id } = (await service.post(`/api/${operation}`, { shelf: "top", count: 15 }, { key, headers })).json();
  await service.get(`/jobs/${id}?wait=60`, key);
  expect(await get(`/jobs/${id}/quality`)).toEqual({
    records: 15,
    duplicates: 0,
    results_end: "count",
    results_total: null,
    warnings: [],
    lines_missing: null,
    compared_with: null,
    fields: [
      { field: "id", filled: 15, share: 1, share_before: null },
      { field: "name", filled: 15, share: 1, share_before: null },
    ],
    noticed: [],
  });
  const other = await service.createKey({ points: 10 });
  expect((await service.get(`/jobs/${id}/quality`, other)).statusCode).toBe(404);
});

test("a run of a schedule is compared with the run before it", async () => {
  const { id } = await post("/schedules", {
    operation,
    name: "x",
    cron: "0 0 1 1 *",
    request: { shelf: "top", count: 3 },
  });
  const runs: string[] = [];
  for (const _ of [1, 2]) {
    const { last_run } = await post(`/schedules/${id}/run`, {});
    await service.get(`/jobs/${last_run.id}?wait=60`, key);
    runs.push(last_run.id);
  }
  const { compared_with, fields } = await get(`/jobs/${runs[1]}/quality`);
  expect(compared_with).toBe(runs[0]);
  expect(fields.every((field: { share_before: number }) => field.share_before === 1)).toBe(true);
  expect((await get(`/jobs/${runs[0]}/quality`)).compared_with).toBeNull();
});

test("a batch's report counts the lines without records; equal records of two lines are no duplicates", async () => {
  const requests = ["top", "low", "none"].map((shelf) => ({ shelf, count: 2 }));
  const { id } = await post("/batches", { operation, requests });
  await expect.poll(async () => (await get(`/batches/${id}`)).status).toBe("finished");
  const report = await get(`/batches/${id}/quality`);
  expect(report).toMatchObject({
    records: 4,
    duplicates: 0,
    lines_missing: 1,
    noticed: ["1 line was not answered: failed, cancelled or invalid."],
  });
});

test("says in sentences what is unusual: repeated, missing and emptier than before", async () => {
  const before = stored(["a", "b", "c", "d"].map((id) => ({ id, name: id })));
  const now = stored([
    { id: "a", name: "a" },
    { id: "a", name: null },
    { id: "b", name: "" },
    { id: "c", name: null },
  ]);
  const facts = { resultsEnd: "exhausted", resultsTotal: 9, warnings: [] } as never;
  const report = await qualityReport(thing(), now, { facts, before: { id: "x", stored: before } });
  expect(report.noticed).toEqual([
    "1 of 4 records repeats an earlier one.",
    "The site reports 9 results and showed 4.",
    "name has a value in 25 % of the records, and had one in 100 % before.",
  ]);
});
