import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  const folder = await sourcesFolder({ toyshelf: toySource("toyshelf"), other: toySource("other") });
  service = await startTestService({ sourcesFolder: folder });
  key = await service.createKey({ points: 1_000 });
});
afterAll(() => service.close());

interface CallOptions {
  source?: string;
  by?: string;
  prefer?: string;
  headers?: Record<string, string>;
}
const call = (shelf: string, count: number, { source = "toyshelf", by = key, prefer, headers }: CallOptions = {}) =>
  service.post(
    `/api/${source}/things`,
    { shelf, count },
    { key: by, headers: { prefer: prefer ?? "respond-async", ...headers } },
  );
const jobAt = async (location: unknown, by = key) => (await service.get(String(location), by)).json();
const endedAt = (location: unknown, by = key) =>
  expect
    .poll(() => jobAt(location, by), { timeout: 10_000, interval: 20 })
    .toMatchObject({ ended_at: expect.any(String) });

describe("Prefer: respond-async", () => {
  test("returns 202 and where to poll; the job is then charged and recorded like a direct call", async () => {
    const by = await service.createKey({ points: 100 });
    const answer = await call("top", 12, { by });
    expect(answer.statusCode).toBe(202);
    expect(answer.headers).toMatchObject({
      "preference-applied": "respond-async",
      // A cache must not return this to callers without that preference.
      vary: expect.stringContaining("prefer"),
      "x-credits-charged": "0",
      "x-token-points": "94",
    });
    const { id } = answer.json();
    expect(answer.headers.location).toBe(`/jobs/${id}`);
    await endedAt(answer.headers.location, by);
    expect(await jobAt(answer.headers.location, by)).toMatchObject({
      operation: "/api/toyshelf/things",
      request: { shelf: "top", count: 12 },
      status: "succeeded",
      progress: { pages: 2, records: 12 },
      held: 0,
      charged: 6,
      error: null,
    });
    const [row] = (await service.get("/token/requests", by)).json();
    expect(row).toMatchObject({ id, cost: 6, response_status_code: 200, points_left: 94 });
  });

  test("a response that was waited for, and the records read later, have the headers of a direct call", async () => {
    const by = await service.createKey({ points: 100 });
    const facts = ({ headers }: { headers: Record<string, unknown> }) =>
      Object.fromEntries(
        ["x-results-end", "x-results-total", "x-resolved", "x-warnings", "x-credits-charged", "ratelimit-policy"].map(
          (name) => [name, headers[name]],
        ),
      );
    const body = { shelf: "told", count: 3 };
    const direct = await service.post("/api/toyshelf/things", body, { key: by });
    expect(facts(direct)).toMatchObject({ "x-results-total": "77", "x-warnings": "radius_without_location" });
    const waited = await call("told", 3, { by, prefer: "respond-async, wait=20" });
    expect(waited.json()).toEqual(direct.json());
    expect(facts(waited)).toEqual(facts(direct));
    const { results_end, results_total, resolved, warnings } = await jobAt(waited.headers.location, by);
    expect({ results_end, results_total, warnings }).toEqual({
      results_end: direct.headers["x-results-end"],
      results_total: 77,
      warnings: ["radius_without_location"],
    });
    expect(encodeURIComponent(JSON.stringify(resolved))).toBe(direct.headers["x-resolved"]);
    const records = await service.get(`${waited.headers.location}/records?fields=name`, by);
    expect(facts(records)).toEqual(facts(direct));
    expect(records.json()[0]).toEqual({ name: "thing 0" });
    // Each shows the points that are left now.
    const left = [direct, waited, records].map(({ headers }) => headers["x-token-points"]);
    expect([left, records.headers.ratelimit]).toEqual([["97", "94", "94"], expect.stringContaining("minutely")]);
  });

  test("wait=N returns the records if they are ready in time", async () => {
    const answer = await call("top", 3, { prefer: "respond-async, wait=20" });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toHaveLength(3);
    expect(answer.headers).toMatchObject({
      "preference-applied": "respond-async, wait=20",
      "x-credits-charged": "3",
      location: expect.stringMatching(/^\/jobs\//),
    });
  });

  test("wait=N returns the error of the call", async () => {
    const answer = await call("none", 3, { prefer: "wait=20, respond-async" });
    expect([answer.statusCode, answer.json()]).toEqual([412, { detail: "no such shelf" }]);
    expect(answer.headers["x-error-code"]).toBe("no_such_thing");
  });

  test("wait=N returns 202 if the job takes longer, and DELETE then stops it and releases the points", async () => {
    const by = await service.createKey({ points: 100 });
    const answer = await call("slow", 20, { by, prefer: "respond-async, wait=0" });
    expect(answer.statusCode).toBe(202);
    const { id } = answer.json();
    const stopped = await service.inject({ method: "DELETE", url: `/jobs/${id}`, headers: { "access-token": by } });
    expect(stopped.json()).toMatchObject({ id, status: "cancelled", held: 0, charged: 0 });
    expect((await service.get("/token/statistic", by)).json()[0].points).toBe(100);
  });

  test("waiting for a job that is cancelled returns that it was", async () => {
    const by = await service.createKey({ points: 100 });
    const waiting = call("slow", 20, { by, prefer: "respond-async, wait=60" });
    const running = async () => (await service.get("/jobs?status=running", by)).json();
    await expect.poll(running).toMatchObject([{ charged: 0 }]);
    const [{ id }] = await running();
    await service.inject({ method: "DELETE", url: `/jobs/${id}`, headers: { "access-token": by } });
    const answer = await waiting;
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: "The job was cancelled." }]);
  });

  test("a rejection is returned immediately: body, windows and points", async () => {
    const poor = await service.createKey({ points: 2 });
    expect((await call("top", 10, { by: poor })).statusCode).toBe(403);
    expect((await call("cellar", 10)).statusCode).toBe(422);
    expect((await call("top", 10, { headers: { "x-max-cost": "1" } })).statusCode).toBe(403);
    expect((await call("top", 10, { prefer: "respond-async, wait=soon" })).statusCode).toBe(400);
  });

  test("other preferences, and ?dry_run, work as before", async () => {
    expect((await call("top", 2, { prefer: "return=minimal" })).statusCode).toBe(200);
    const preview = await service.post(
      "/api/toyshelf/things",
      { shelf: "top", count: 2 },
      { key, query: "?dry_run=true", headers: { prefer: "respond-async" } },
    );
    expect([preview.statusCode, preview.json().max_cost]).toEqual([200, 3]);
  });

  test("an Idempotency-Key is one request, however it is sent", async () => {
    const headers = { "idempotency-key": "k-1" };
    const first = await call("top", 5, { headers });
    expect((await call("top", 5, { headers })).headers.location).toBe(first.headers.location);
    await endedAt(first.headers.location);
    const onTheLine = await call("top", 5, { headers, prefer: "" });
    expect([onTheLine.statusCode, onTheLine.headers["x-credits-charged"]]).toEqual([200, "0"]);
    const again = await call("top", 5, { headers, prefer: "respond-async, wait=5" });
    expect([again.statusCode, again.headers["x-credits-charged"]]).toEqual([200, "0"]);
    expect((await call("top", 6, { headers })).statusCode).toBe(422);
  });
});

describe("GET /jobs/{id}/records", () => {
  test("gives the records in three formats, whole or page by page", async () => {
    const { headers } = await call("top", 12);
    await endedAt(headers.location);
    const url = `${headers.location}/records`;
    const accepting = (accept: string, query = "") =>
      service.inject({ method: "GET", url: `${url}${query}`, headers: { "access-token": key, accept } });
    expect((await service.get(url, key)).json()).toHaveLength(12);
    const lines = (await accepting("application/x-ndjson")).body.trim().split("\n");
    expect(JSON.parse(lines[11]!)).toMatchObject({ id: "11" });
    expect((await accepting("text/csv")).body.split("\r\n")[0]).toBe("@type,id,name");
    const first = await service.get(`${url}?limit=10`, key);
    const second = await service.get(`${url}?limit=10&cursor=${first.headers["x-next-cursor"]}`, key);
    expect([...first.json(), ...second.json()].map(({ id }) => Number(id))).toEqual([...Array(12).keys()]);
    expect(first.headers.link).toBe(`<${url}?limit=10&cursor=${first.headers["x-next-cursor"]}>; rel="next"`);
    expect([second.headers["x-next-cursor"], second.headers.link]).toEqual([undefined, undefined]);
    expect((await service.get(`${url}?cursor=zz`, key)).statusCode).toBe(422);
    expect((await service.get(`${url}?fields=id&limit=1`, key)).json()).toEqual([{ id: "0" }]);
  });

  test("GET /jobs/{id}/records is 409 with Retry-After while the job runs, and 404 if it failed", async () => {
    const running = await call("slow", 20);
    const answer = await service.get(`${running.headers.location}/records`, key);
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([409, "2"]);
    await service.inject({
      method: "DELETE",
      url: String(running.headers.location),
      headers: { "access-token": key },
    });
    expect((await service.get(`${running.headers.location}/records`, key)).statusCode).toBe(404);
  });
});

test("GET /jobs/{id}/events reports the progress and the end, and then closes", async () => {
  const { headers } = await call("top", 12);
  const stream = (await service.get(`${headers.location}/events`, key)).body;
  expect(stream).toMatch(/event: succeeded\ndata: \{.*"charged":6.*\}\n\n$/);
});

test("an account follows a hundred jobs concurrently, and another when one is left", async () => {
  const by = await service.createKey({ points: 100 });
  const { id } = (await call("never", 1, { by })).json();
  const follow = async () => {
    const left = new AbortController();
    const headers = { "access-token": by };
    const answer = await fetch(`${service.address}/jobs/${id}/events`, { headers, signal: left.signal });
    return { status: answer.status, left };
  };
  const followers = await Promise.all(Array.from({ length: 105 }, follow));
  expect(followers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(followers.filter(({ status }) => status === 429)).toHaveLength(5);
  for (const { left } of followers) left.abort();
  await expect.poll(async () => (await follow()).status).toBe(200);
  await service.inject({ method: "DELETE", url: `/jobs/${id}`, headers: { "access-token": by } });
});

describe("GET /jobs", () => {
  test("lists newest first, by status, operation and time, page by page", async () => {
    const by = await service.createKey({ points: 100 });
    const made = [];
    for (const shelf of ["top", "top", "none"]) made.push((await call(shelf, 1, { by })).json().id);
    for (const id of made) await endedAt(`/jobs/${id}`, by);
    const ids = async (query: string) =>
      (await service.get(`/jobs${query}`, by)).json().map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual(made.toReversed());
    expect(await ids("?status=failed")).toEqual([made[2]]);
    expect(await ids("?operation=toyshelf/things&status=succeeded")).toEqual([made[1], made[0]]);
    expect(await ids("?operation=other/things")).toEqual([]);
    expect(await ids("?end_time=2020-01-01")).toEqual([]);
    const page = await service.get("/jobs?limit=2", by);
    expect(await ids(`?limit=2&cursor=${page.headers["x-next-cursor"]}`)).toEqual([made[0]]);
    for (const status of ["queued", "running", "cancelled"]) expect(await ids(`?status=${status}`)).toEqual([]);
    expect((await service.get("/jobs?status=done", by)).json().detail[0].loc).toEqual(["query", "status"]);
  });

  test("another account's jobs are hidden, a key for some sources sees its own, an MCP key none", async () => {
    const { headers } = await call("top", 1);
    const stranger = await service.createKey();
    expect((await service.get(String(headers.location), stranger)).statusCode).toBe(404);
    const scoped = await service.createKey({ sources: ["toyshelf"] });
    const own = await call("top", 1, { by: scoped });
    expect((await service.get("/jobs", scoped)).json().map(({ id }: { id: string }) => id)).toEqual([own.json().id]);
    const mcp = await service.createKey({ usage_context: "mcp_only" });
    expect((await service.get("/jobs", mcp)).statusCode).toBe(403);
    expect((await service.get("/jobs")).statusCode).toBe(401);
    expect((await service.get("/jobs/nothing", key)).json()).toEqual({ detail: "There is no such job." });
  });
});

describe("GET /jobs/{id}?wait=", () => {
  test("responds when the job has ended", async () => {
    const { location } = (await call("top", 3)).headers;
    expect((await service.get(`${location}?wait=60`, key)).json()).toMatchObject({ status: "succeeded", charged: 3 });
  });

  test("responds with the job as it is when the time is up", async () => {
    const { location } = (await call("slow", 20)).headers;
    const { statusCode, body } = await service.get(`${location}?wait=1`, key);
    expect([statusCode, JSON.parse(body).ended_at]).toEqual([200, null]);
    await service.inject({ method: "DELETE", url: String(location), headers: { "access-token": key } });
  });
});
