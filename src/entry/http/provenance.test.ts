import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import type { Provenance } from "../../contract/provenance-view.ts";
import { replay } from "../../extraction/recording/replay.ts";
import { readWarc } from "../../extraction/recording/warc.ts";
import { provenanceFault } from "../../source-testing/check-provenance.ts";

const PATH = "/api/bizbureau/businesses/search";
const body = { keyword: "plumber", count: 20 };
type Traced = Record<string, unknown> & { _provenance: Provenance };

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService({ env: { KEPT_PAGES_MB: "16" } });
  key = await service.createKey();
});
afterAll(() => service.close());

const without = ({ _provenance, ...record }: Traced) => record;

test("with provenance, the same records say of each value on which page and where it is, and the price is the same", async () => {
  const plain = await service.post(PATH, body, { key });
  const answer = await service.post(`${PATH}?provenance=true`, body, { key, headers: { "x-evidence": "keep" } });
  const records: Traced[] = answer.json();
  expect(records.map(without)).toEqual(plain.json());
  expect(answer.headers["x-credits-charged"]).toBe(plain.headers["x-credits-charged"]);

  const warc = await service.get(`/token/requests/${answer.headers["x-request-id"]}/evidence`, key);
  const recording = await readWarc(warc.rawPayload);
  for (const { _provenance: provenance, ...record } of records) {
    const [page] = provenance.pages;
    const exchange = recording.exchanges.find(({ url }) =>
      page!.url.endsWith(new URL(url).pathname + new URL(url).search),
    )!;
    expect(Math.abs(Date.parse(page!.at) - exchange.at)).toBeLessThan(60_000);
    expect(provenance.fields.profile_url).toMatchObject({ page: 0, locator: "reportUrl" });
    const shown = Buffer.from(exchange.body).toString().replaceAll(recording.origins.site!, recording.shownAt!);
    for (const [name, value] of Object.entries(record)) {
      const from = provenance.fields[name];
      if (from) expect(provenanceFault(shown, from, value), name).toBeNull();
    }
  }
  // The last of twenty records is on the second page.
  expect([0, 19].map((nth) => records[nth]!._provenance.pages[0]!.number)).toEqual([1, 2]);
  expect(await replay(recording, service.registry.sources.find(({ name }) => name === "bizbureau")!)).toEqual(
    plain.json(),
  );
});

test("the header means the same; selected fields, streams and tables have what they ask for", async () => {
  const headers = { "x-provenance": "true" };
  const [first] = (await service.post(`${PATH}?fields=id,city`, { ...body, count: 1 }, { key, headers })).json();
  expect(Object.keys(first)).toEqual(["id", "city", "_provenance"]);
  expect(Object.keys(first._provenance.fields)).toEqual(["id", "city"]);

  const accept = { ...headers, accept: "application/x-ndjson" };
  const streamed = await service.post(PATH, { ...body, count: 2 }, { key, headers: accept });
  const lines: Traced[] = streamed.body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ _provenance }) => _provenance.fields.id)).toEqual([
    expect.objectContaining({ place: "$.results[0].id" }),
    expect.objectContaining({ place: "$.results[1].id" }),
  ]);
  const csv = await service.post(PATH, { ...body, count: 1 }, { key, headers: { ...headers, accept: "text/csv" } });
  expect(csv.body).not.toContain("_provenance");
});

test("a lookup with provenance is read live, and others do not get it from the cache", async () => {
  const [path, query] = ["/api/bizbureau/locations/search", { query: "Northdale" }];
  await service.post(path, query, { key });
  const live = await service.post(path, query, { key, headers: { "x-provenance": "true" } });
  expect([live.headers.age, live.json()[0]._provenance.fields.location.place]).toEqual([undefined, "$[0].displayText"]);
  const cached = await service.post(path, query, { key });
  expect([cached.headers.age === undefined, "_provenance" in cached.json()[0]]).toEqual([false, false]);
});

test("another value, a background job and a key that was used without it are rejected with a message", async () => {
  const wrong = await service.post(`${PATH}?provenance=all`, body, { key });
  expect([wrong.statusCode, wrong.json().detail[0].loc]).toEqual([422, ["query", "provenance"]]);
  expect((await service.post(PATH, body, { key, headers: { "x-provenance": "yes" } })).statusCode).toBe(400);
  const later = { "x-provenance": "true", prefer: "respond-async" };
  expect((await service.post(PATH, body, { key, headers: later })).json().detail).toContain(
    "/provenance when the job has ended",
  );
  const once = { "idempotency-key": "once" };
  expect((await service.post(PATH, body, { key, headers: once })).statusCode).toBe(200);
  expect((await service.post(`${PATH}?provenance`, body, { key, headers: once })).statusCode).toBe(422);
});

test("a call or a job that did not ask tells the same afterwards, from its kept pages, to keys of its account and source alone", async () => {
  const asked = await service.post(`${PATH}?provenance=true`, body, { key });
  const fields = asked.json().map(({ _provenance }: Traced) => _provenance.fields);
  const direct = String((await service.post(PATH, body, { key })).headers["x-request-id"]);
  const job = (await service.post(PATH, body, { key, headers: { prefer: "respond-async" } })).json().id;
  await service.get(`/jobs/${job}?wait=60`, key);
  for (const id of [direct, job]) {
    const told = await vi.waitFor(
      async () => {
        const answer = await service.get(`/token/requests/${id}/provenance`, key);
        expect(answer.statusCode, answer.body).toBe(200);
        return answer.json<Provenance[]>();
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(told.map((one) => one.fields)).toEqual(fields);
    expect(told[19]!.pages[0]).toMatchObject({ number: 2, url: expect.stringContaining("page=2") });
  }
  for (const other of [await service.createKey(), await service.createKey({ sources: ["stays"] })]) {
    expect((await service.get(`/token/requests/${direct}/provenance`, other)).statusCode).toBe(404);
  }
  const unknown = await service.get(`/token/requests/${randomUUID()}/provenance`, key);
  expect([unknown.statusCode, unknown.json().detail]).toEqual([404, expect.stringContaining("kept for a day")]);
});
