import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../../src/limits/limits.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { openReaders } from "./unread-readers.ts";

const READERS = 70;
const LINKS = 10;

let service: TestService;
let records: number;
let links: string[];
beforeAll(async () => {
  // More records than the buffers of both ends of a connection take.
  const env = { WINNOW_RURETAIL_PER_SECOND: "10000", WINNOW_RURETAIL_CONCURRENCY: "16", LOG_LEVEL: "warn" };
  service = await startTestService({ env });
  const key = await service.createKey({ points: 10 });
  const headers = { prefer: "respond-async" };
  const request = { query: "а", count: 5_000 };
  const { id } = (await service.post("/api/ruretail/products/search", request, { key, headers })).json();
  records = (await service.get(`/jobs/${id}?wait=60`, key)).json().progress.records;
  const made = Array.from({ length: LINKS }, () => service.post(`/jobs/${id}/link`, { format: "ndjson" }, { key }));
  links = (await Promise.all(made)).map((answer) => answer.json().url);
});
afterAll(() => service.close());

/** The long run, with figures of memory and latency, is `npm run readers`. */
test("readers that do not read are bounded, and keep nobody from reading or from /health", async () => {
  expect(records).toBeGreaterThan(3_000);
  const attack = openReaders(links, { readers: READERS, networks: READERS });
  const read = async () => {
    const answer = await fetch(links[0]!);
    const lines = (await answer.text()).split("\n").length - 1;
    return answer.status === 200 ? lines : answer.status;
  };
  await expect.poll(read).toBe(records);
  expect((await fetch(`${service.address}/health`)).status).toBe(200);
  const { 200: served = 0, ...others } = await attack.end();
  expect(served).toBeLessThanOrEqual(limits.readers.max);
  expect(Object.keys(others).filter((status) => !["429", "503", "closed"].includes(status))).toEqual([]);
});
