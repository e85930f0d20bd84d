import { strFromU8, unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { limits } from "../limits/limits.ts";

let service: TestService;
let key: string;
let job: string;
beforeAll(async () => {
  const folder = await sourcesFolder({ toyshelf: toySource("toyshelf"), other: toySource("other") });
  service = await startTestService({ sourcesFolder: folder });
  key = await service.createKey({ points: 1_000 });
  job = await ended();
});
afterAll(() => service.close());

async function ended(by = key): Promise<string> {
  const headers = { prefer: "respond-async" };
  const { id } = (await service.post("/api/toyshelf/things", { shelf: "top", count: 12 }, { key: by, headers })).json();
  await service.get(`/jobs/${id}?wait=60`, by);
  return id;
}

const link = (body: object = {}, { by = key, of = `/jobs/${job}`, headers = {} } = {}) =>
  service.post(`${of}/link`, body, { key: by, headers });

/** Like a spreadsheet: no key, and the whole address. */
const opened = (url: string) => fetch(url);

describe("a link to the records of a job", () => {
  test("opens without a key, in the requested format", async () => {
    const made = await link({ format: "ndjson", expires_in: 60 });
    expect(made.statusCode).toBe(201);
    const { url, reads, expires_at, created_at } = made.json();
    expect([reads, Date.parse(expires_at) - Date.parse(created_at)]).toEqual([0, 60_000]);
    expect(url).toMatch(/^http.*\/links\/[0-9a-f-]{36}\/[\w-]{32}\.ndjson$/);
    const answer = await opened(url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect((await answer.text()).trim().split("\n")).toHaveLength(12);
    const [listed] = (await service.get("/links", key)).json();
    expect(listed).toMatchObject({ url, reads: 1, last_read_at: expect.any(String) });
  });

  test("returns CSV by default", async () => {
    const text = await (await opened((await link()).json().url)).text();
    expect(text.split("\r\n")[0]).toBe("@type,id,name");
  });

  test("returns a workbook in which text is text", async () => {
    const answer = await opened((await link({ format: "xlsx" })).json().url);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="job-${job}.xlsx"`);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const texts = strFromU8(files["xl/worksheets/sheet1.xml"]!);
    for (const text of ["@type", "id", "name", "thing 9"])
      expect(texts).toContain(`t="inlineStr"><is><t xml:space="preserve">${text}</t>`);
  });

  test("returns a Parquet file with the same records", async () => {
    const answer = await opened((await link({ format: "parquet" })).json().url);
    const rows = await parquetReadObjects({ file: await answer.arrayBuffer() });
    expect(rows).toEqual((await service.get(`/jobs/${job}/records`, key)).json());
  });

  test.each([
    ["another signature", (url: string) => url.replace(/\/[\w-]{32}\./, `/${"x".repeat(32)}.`)],
    ["another format", (url: string) => url.replace(/csv$/, "json")],
    ["another link's id", (url: string) => url.replace(/links\/[0-9a-f-]{36}/, `links/${job}`)],
  ])("does not open with %s", async (_, changed) => {
    const { url } = (await link()).json();
    expect((await opened(changed(url))).status).toBe(404);
    expect((await opened(url)).status).toBe(200);
  });

  test("does not open once it is deleted", async () => {
    const { url, id } = (await link()).json();
    const deleted = await service.inject({ method: "DELETE", url: `/links/${id}`, headers: { "access-token": key } });
    expect([deleted.statusCode, (await opened(url)).status]).toEqual([200, 404]);
  });

  test("cannot be created, seen or deleted by another account, or by a key that does not see the job", async () => {
    const stranger = await service.createKey();
    const scoped = await service.createKey({ sources: ["other"] });
    const { id } = (await link()).json();
    for (const by of [stranger, scoped]) expect((await link({}, { by })).statusCode).toBe(404);
    expect((await service.get("/links", stranger)).json()).toEqual([]);
    const removed = await service.inject({
      method: "DELETE",
      url: `/links/${id}`,
      headers: { "access-token": stranger },
    });
    expect(removed.statusCode).toBe(404);
  });

  test("created again with its idempotency key is the same link", async () => {
    const headers = { "idempotency-key": "once" };
    const [first, second] = [await link({}, { headers }), await link({}, { headers })];
    expect(second.json()).toEqual(first.json());
  });

  test("created with the idempotency key of another job's link does not reveal that link", async () => {
    const headers = { "idempotency-key": "shared" };
    const first = (await link({}, { headers })).json();
    const second = (await link({}, { headers, of: `/jobs/${await ended()}` })).json();
    expect([second.id === first.id, second.of_id === first.of_id]).toEqual([false, false]);
  });

  test("returns the fields that its reader selects, and rejects an unknown one", async () => {
    const { url } = (await link()).json();
    expect((await (await opened(`${url}?fields=name`)).text()).split("\r\n")[0]).toBe("name");
    expect((await opened(`${url}?fields=nmae`)).status).toBe(422);
  });
});

test("a batch's link returns the records of all its items with their lines", async () => {
  const requests = [1, 2].map((count) => ({ shelf: "top", count }));
  const { id } = (await service.post("/batches", { operation: "toyshelf/things", requests }, { key })).json();
  await expect
    .poll(async () => (await service.get(`/batches/${id}`, key)).json().status, { timeout: 15_000, interval: 20 })
    .toBe("finished");
  const { url } = (await link({ format: "json" }, { of: `/batches/${id}` })).json();
  expect(await (await opened(url)).json()).toMatchObject([{ "@line": 1 }, { "@line": 2 }, { "@line": 2 }]);
});

test("a schedule's link returns its last run, or reports that there is none yet", async () => {
  const input = { name: "top", operation: "toyshelf/things", request: { shelf: "top", count: 2 }, cron: "0 0 1 1 *" };
  const { id } = (await service.post("/schedules", input, { key })).json();
  const { url } = (await link({ format: "json" }, { of: `/schedules/${id}` })).json();
  const early = await opened(url);
  expect([early.status, await early.text()]).toEqual([404, expect.stringContaining("no successful run yet")]);
  await service.post(`/schedules/${id}/run`, {}, { key });
  await expect.poll(async () => (await opened(url)).status, { timeout: 15_000, interval: 50 }).toBe(200);
  expect(await (await opened(url)).json()).toHaveLength(2);
});

test("a network reads links limits.linkReads times a minute", async () => {
  const path = new URL((await link()).json().url).pathname;
  const read = async (url: string) => (await service.inject({ url, remoteAddress: "203.0.113.77" })).statusCode;
  // One that does not exist is counted too, and costs the test less.
  for (let at = 0; at < 2 * limits.linkReads.max; at += 1) await read("/links/none/none.csv");
  expect(await read(path)).toBe(429);
});
