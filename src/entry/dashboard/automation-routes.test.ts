import { beforeAll, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";

const { visitor, address } = dashboardSuite({ WINNOW_PRIVATE_HOSTS: "127.0.0.1" });
const OPERATION = "/api/nlretail/products/search";
const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
let ada: Visitor;
let eve: Visitor;
beforeAll(async () => {
  [ada, eve] = [visitor(), visitor()];
  await ada.signUp("ada@people.example");
  await ada.confirm("ada@people.example");
  await eve.signUp("eve@people.example");
});

const upload = async (path: string, body: string, type = "application/x-ndjson", more: Record<string, string> = {}) => {
  const headers = { "x-winnow-dashboard": "1", cookie: ada.cookie, "content-type": type, ...more };
  const answer = await fetch(`${address()}/dashboard-api${path}`, { method: "POST", headers, body });
  return { status: answer.status, body: (await answer.json()) as any };
};

test("a batch is priced, started once however often it is sent, followed and downloaded as a file", async () => {
  const lines = '{"keyword":"lamp","count":1}\n{"keyword":"lamp","count":2}\n';
  const query = `operation=${OPERATION}`;
  const quote = { total: 2, invalid: 0, cost_at_most: 20, points: 1_000, enough: true };
  expect((await upload(`/batches/preview?${query}`, lines)).body).toEqual(quote);
  expect((await upload(`/batches/preview?${query}`, "keyword,count\nlamp,1\n", "text/csv")).body).toEqual({
    ...quote,
    total: 1,
    cost_at_most: 10,
  });
  const just = Array.from({ length: 100 }, () => '{"keyword":"lamp","count":1}').join("\n");
  expect((await upload(`/batches/preview?${query}`, just)).body).toMatchObject({ cost_at_most: 1_000, enough: true });
  expect((await upload(`/batches/preview?${query}`, `${just}\n${lines}`)).body).toMatchObject({ enough: false });
  expect((await upload(`/batches?${query}&max_cost=19`, lines)).status).toBe(403);
  expect((await upload(`/batches?${query}&max_cost=-1`, lines)).status).toBe(422);
  expect((await upload("/batches?operation=/api/none", lines)).status).toBe(422);

  const start = () => upload(`/batches?${query}&max_cost=20`, lines, undefined, { "idempotency-key": "drop" });
  const { body: started } = await start();
  expect(started).toEqual({
    id: ID,
    operation: OPERATION,
    status: expect.any(String),
    pause_reason: null,
    total: 2,
    resumes: null,
    waiting: null,
    invalid: 0,
    records_expired: 0,
    destination: null,
    wait_until: expect.any(String),
    items: expect.any(Object),
    records: expect.any(Number),
    charged: expect.any(Number),
    cost_at_most: 20,
    max_cost: 20,
    created_at: AT,
    ended_at: started.ended_at,
  });
  expect((await start()).body.id).toBe(started.id);
  const path = `/batches/${started.id}`;
  await expect.poll(async () => (await ada.get(path)).body.status, { timeout: 30_000 }).toBe("finished");
  const done = (await ada.get(path)).body;
  expect(done).toEqual({
    ...started,
    status: "finished",
    records: 3,
    charged: 20,
    ended_at: AT,
    items: { queued: 0, running: 0, succeeded: 2, failed: 0, cancelled: 0 },
  });
  expect((await ada.get("/batches")).body).toEqual({ rows: [done], next_cursor: null });
  expect((await ada.get(`${path}/failures`)).body).toEqual([]);
  for (const [format, type] of [
    ["json", "application/json"],
    ["ndjson", "application/x-ndjson"],
    ["csv", "text/csv"],
  ] as const) {
    const { headers } = await ada.get(`${path}/records?format=${format}`);
    expect(headers.get("content-type")).toContain(type);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="batch-${started.id}.${format}"`);
  }
  const { body: records } = await ada.get(`${path}/records?format=json`);
  expect(records.map((record: any) => [record["@line"], record["@type"]])).toEqual([
    [1, "NlretailSearchProduct"],
    [2, "NlretailSearchProduct"],
    [2, "NlretailSearchProduct"],
  ]);
  expect((await ada.get(`${path}/records?format=xml`)).status).toBe(422);
  expect((await ada.delete(path)).body).toEqual(done);
  expect((await eve.get("/batches")).body).toEqual({ rows: [], next_cursor: null });
  for (const part of ["", "/failures", "/records?format=csv"]) {
    expect((await eve.get(`${path}${part}`)).status, part).toBe(404);
  }
});

test("a schedule is previewed before it is saved, changed only by its owner, and gone when deleted", async () => {
  const request = { keyword: "lamp", count: 1 };
  const input = { operation: OPERATION, request, name: "Lamps", cron: "0 7 * * *", time_zone: "UTC" };
  expect((await ada.post("/schedules/preview", input)).body).toEqual({
    cost_per_run: 10,
    runs_next_30_days: 30,
    cost_next_30_days: 300,
    next_runs: Array.from({ length: 5 }, () => expect.stringMatching(/T07:00:00.000Z$/)),
  });
  const { feed_secret, preview, ...made } = (await ada.post("/schedules", input)).body;
  expect(preview).toMatchObject({ cost_per_run: 10 });
  expect(feed_secret).toMatch(/^[\w-]{32}$/);
  expect(made).toEqual({
    id: ID,
    name: "Lamps",
    operation: OPERATION,
    request: expect.objectContaining(request),
    cron: "0 7 * * *",
    time_zone: "UTC",
    ignore_fields: [],
    monthly_budget: null,
    status: "active",
    pause_reason: null,
    resumes: null,
    tag: null,
    webhook: null,
    track: [],
    rules: [],
    destination: null,
    next_at: expect.stringMatching(/T07:00:00.000Z$/),
    cost_per_run: 10,
    spent_this_month: 0,
    last_run: null,
    created_at: AT,
  });
  const path = `/schedules/${made.id}`;
  expect((await ada.get("/schedules")).body).toEqual({ rows: [made], next_cursor: null });
  expect((await ada.get(path)).body).toEqual(made);
  expect((await ada.get(`${path}/changes`)).body).toEqual({ rows: [], next_cursor: null });
  const paused = {
    ...made,
    status: "paused",
    pause_reason: "Paused by its owner.",
    next_at: null,
    resumes: `Call POST /schedules/${made.id}/resume.`,
  };
  expect((await ada.post(`${path}/pause`)).body).toEqual(paused);
  expect(await ada.post(`${path}/run`)).toMatchObject({
    status: 400,
    body: { detail: "This schedule is paused, so it does not run: Paused by its owner. Resume it first." },
  });
  expect((await ada.post(`${path}/resume`)).body).toEqual(made);
  const { body: feed } = await ada.post(`${path}/feed`);
  expect(feed).toEqual({ feed_secret: expect.stringMatching(/^[\w-]{32}$/) });
  expect(feed.feed_secret).not.toBe(feed_secret);
  for (const act of ["pause", "resume", "run", "feed"]) {
    expect((await eve.post(`${path}/${act}`)).status, act).toBe(404);
  }
  expect((await eve.delete(path)).status).toBe(404);
  expect([(await eve.get(path)).status, (await eve.get(`${path}/changes`)).status]).toEqual([404, 404]);
  expect((await ada.delete(path)).body).toEqual(made);
  expect((await ada.get(path)).status).toBe(404);
  expect((await ada.post("/schedules", { ...input, cron: "often" })).status).toBe(422);
});

test("a webhook is created with its secret, tested, rotated, and removed; its log stays", async () => {
  const url = "http://127.0.0.1:9/in";
  const { secret, ...made } = (await ada.post("/webhooks", { url, events: ["job.failed"] })).body;
  expect(secret).toMatch(/^whsec_/);
  expect(made).toEqual({
    id: ID,
    url,
    format: "standard",
    events: ["job.failed"],
    status: "active",
    disabled_reason: null,
    failing_since: null,
    previous_secret_until: null,
    created_at: AT,
  });
  expect((await ada.get("/webhooks")).body).toEqual([made]);
  expect((await eve.get("/webhooks")).body).toEqual([]);
  const path = `/webhooks/${made.id}`;
  const { secret: next, ...rotated } = (await ada.post(`${path}/rotate`, { overlap_seconds: 60 })).body;
  expect(next).toMatch(/^whsec_/);
  expect(next).not.toBe(secret);
  expect(rotated).toEqual({ ...made, previous_secret_until: AT });
  expect((await ada.post(`${path}/enable`)).body).toMatchObject({ id: made.id, status: "active" });

  const { body: reported } = await ada.post(`${path}/test`);
  expect(reported).toEqual({
    id: expect.stringMatching(/^msg_/),
    webhook_id: made.id,
    url,
    event: "webhook.test",
    status: "pending",
    attempts: reported.attempts,
    payload: { type: "webhook.test", timestamp: AT, data: { webhook_id: made.id } },
    next_at: AT,
    created_at: AT,
  });
  const deliveries = async (query: string) =>
    (await ada.get(`/webhooks/deliveries${query}`)).body.rows.map(({ id }: any) => id);
  for (const [query, found] of [
    ["", [reported.id]],
    [`?webhook_id=${made.id}`, [reported.id]],
    ["?webhook_id=0193aaaa-0000-7000-8000-000000000000", []],
    ["?status=delivered", []],
  ] as const) {
    expect(await deliveries(query), query).toEqual(found);
  }
  expect((await ada.post(`/webhooks/deliveries/${reported.id}/replay`)).body).toMatchObject({ id: reported.id });
  for (const [act, body] of [
    [`${path}/rotate`, { overlap_seconds: 0 }],
    [`${path}/enable`, {}],
    [`${path}/test`, {}],
    [`/webhooks/deliveries/${reported.id}/replay`, {}],
  ] as const) {
    expect((await eve.post(act, body)).status, act).toBe(404);
  }
  expect((await eve.delete(path)).status).toBe(404);
  expect((await ada.delete(path)).status).toBe(200);
  expect((await ada.delete(path)).status).toBe(404);
  expect(await deliveries("")).toEqual([reported.id]);
});

test("every account route rejects a caller who is not signed in", async () => {
  const nobody = visitor();
  for (const path of ["/batches", "/schedules", "/webhooks", "/jobs", "/keys", "/usage", "/requests", "/ledger"]) {
    expect(await nobody.get(path), path).toMatchObject({ status: 401, body: { detail: "Please sign in." } });
  }
  expect((await nobody.get("/session")).body).toEqual({ me: null, outbox: true, welcome_points: 1_000 });
  expect((await ada.get("/session")).body).toEqual({
    me: {
      id: expect.any(String),
      name: "ada",
      email: "ada@people.example",
      email_verified: true,
      second_factor: false,
      role: "member",
      account: { id: expect.any(String), name: null, role: "owner", may: ["self", "read", "work", "manage", "own"] },
      plan: "free",
      retain: "usual",
      points: expect.any(Number),
      waiting_points: 0,
      created_at: expect.any(Number),
    },
    outbox: true,
    welcome_points: 1_000,
  });
});

test("an account's jobs are listed by status, operation, batch and time, and shown; an unknown job is not found", async () => {
  const none = "0193aaaa-0000-7000-8000-000000000000";
  const joe = visitor();
  const { api_key } = await joe.signUp("joe@people.example");
  const answer = await fetch(`${address()}${OPERATION}`, {
    method: "POST",
    headers: { "access-token": api_key, "content-type": "application/json", prefer: "respond-async" },
    body: JSON.stringify({ keyword: "lamp", count: 1 }),
  });
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  await expect.poll(async () => (await joe.get(`/jobs/${id}`)).body.status, { timeout: 30_000 }).toBe("succeeded");
  expect((await joe.get(`/jobs/${id}/records`)).body).toHaveLength(1);
  const listed = async (query: string) => (await joe.get(`/jobs?${query}`)).body.rows.map((row: any) => row.id);
  expect(await listed("")).toEqual([id]);
  const today = (await joe.get("/usage")).body.columns.at(-1) as string;
  for (const [query, found] of [
    ["status=succeeded", [id]],
    ["status=failed", []],
    ["operation=/api/nlretail/products/search", [id]],
    ["operation=/api/stays/hotels/search", []],
    [`batch_id=${none}`, []],
    [`start_time=${today}`, [id]],
    [`end_time=${today}`, []],
    ["start_time=2999-01-01", []],
    ["end_time=2001-01-01", []],
  ] as const) {
    expect(await listed(query), query).toEqual(found);
  }
  for (const path of [`/jobs/${none}`, `/jobs/${none}/records`, `/jobs/${none}/events`, `/batches/${none}`]) {
    expect((await joe.get(path)).status, path).toBe(404);
  }
  expect((await joe.delete(`/jobs/${none}`)).status).toBe(404);
  expect((await joe.delete(`/batches/${none}`)).status).toBe(404);
  for (const act of ["pause", "resume", "retry"]) {
    expect((await joe.post(`/batches/${none}/${act}`)).status, act).toBe(404);
  }
  for (const list of ["failures", "missing"]) {
    expect((await joe.get(`/batches/${none}/${list}`)).status, list).toBe(404);
  }
  expect((await joe.get("/jobs?limit=101")).status).toBe(422);
});
