import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { quickPasswords, Visitor } from "../../../test/support/dashboard/dashboard.ts";
import { suiteLog } from "../../../test/support/secrets/log.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import { type Config, readConfig } from "../../app/config.ts";
import { withAccounts } from "../../app/open-accounts.ts";
import { type Running, startWinnow } from "../../app/start-server.ts";

/** A key without limits. */
const open = { usage_context: "standard", spending_cap: null, expires_in_days: null };

describeOnDrawnStores("the dashboard's API", (fresh) => {
  let config: Config;
  let running: Running;
  let ada: Visitor;
  let key: string;

  beforeAll(async () => {
    const { dataDir, url } = fresh.settings();
    const environment = { PORT: "0", DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: "trace" };
    config = readConfig({ ...environment, ADMIN_EMAIL: "ada@people.example" });
    running = await startWinnow(config, { logTo: suiteLog, passwordCost: quickPasswords });
    ada = new Visitor(running);
    key = (await ada.signUp("ada@people.example")).api_key;
    await ada.confirm("ada@people.example");
    return () => running.close();
  });

  const call = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${running.address}/api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  test("confirming the configured address makes the first admin", async () => {
    expect((await ada.get("/session")).body.me).toMatchObject({ role: "admin", email_verified: true, points: 1000 });
  });

  test("a call is in the history with its parameters, cost, reason and records, and in today's usage", async () => {
    expect((await call({ keyword: "koffiezetapparaat", count: 3 })).status).toBe(200);
    const [row] = (await ada.get("/requests?search=KOFFIE&status=2")).body.requests;
    expect(row).toMatchObject({
      endpoint: "/api/nlretail/products/search",
      status: 200,
      cost: 10,
      results: 3,
      entry_point: "http",
    });
    const detail = (await ada.get(`/requests/${row.id}`)).body;
    expect(detail).toMatchObject({ params: { keyword: "koffiezetapparaat", count: 3 }, points_left: 990 });
    expect(detail.cost_reason).toContain("10 credits per 20 results");
    expect(detail.answer).toHaveLength(3);
    const usage = (await ada.get("/usage?days=7")).body;
    expect(usage.cells).toEqual([
      expect.objectContaining({ day: usage.columns.at(-1), calls: 1, errors: 0, points: 10, key_id: row.key_id }),
    ]);
    expect(usage).toMatchObject({ points: 990, points_per_day: 10 });
    expect(usage.runs_out_at).toBeNull();
  });

  test("the history is paged by cursor, each request once", async () => {
    for (const keyword of ["stoel", "tafel"]) await call({ keyword, count: 1 });
    const seen: string[] = [];
    let path: string | null = "/requests?limit=2";
    while (path) {
      const { requests, cursor }: any = (await ada.get(path)).body;
      seen.push(...requests.map(({ id }: { id: string }) => id));
      path = cursor && `/requests?limit=2&cursor=${encodeURIComponent(cursor)}`;
    }
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(3);
  });

  test("the playground shows the cost first, then runs with the user's own key", async () => {
    const input = { operation: "/api/nlretail/products/search", body: { keyword: "tafel", count: 21 } };
    expect((await ada.post("/playground/quote", input)).body).toMatchObject({ max_cost: 20, enough: true });
    const lines = ((await ada.post("/playground/run", input)).body as string).trim().split("\n");
    const events = lines.map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: "progress", records: [] });
    expect(events.at(-1)).toMatchObject({ type: "answer", status: 200, charged: 20 });
    expect(events.flatMap(({ records = [] }) => records)).toHaveLength(21);
    const [row] = (await ada.get("/requests?limit=1")).body.requests;
    expect(row).toMatchObject({ entry_point: "dashboard", id: events.at(-1).request_id });
  });

  test("a picker finds values with the lookup: free on a stand-in, and from the cache the second time", async () => {
    const input = { operation: "/api/ruretail/products/search", field: "city", words: "Сарат", body: {} };
    const saratov = { value: "srt_cl", label: "Саратов, Саратовская область", also: {} };
    const first = await ada.post("/playground/options", input);
    expect(first.body).toMatchObject({ options: [saratov], charged: 0, age: null });
    expect((await ada.post("/playground/options", input)).body).toMatchObject({ charged: 0, age: expect.any(Number) });
    const unknown = await ada.post("/playground/options", { ...input, field: "sort" });
    expect([unknown.status, unknown.body.detail]).toEqual([400, "No operation finds the values of sort."]);
    const missing = await ada.post("/playground/options", { ...input, field: "brands" });
    expect([missing.status, missing.body.detail]).toMatchObject([422, [{ loc: ["body", "query"] }]]);
  });

  test("a picker shows free values before anything is typed, the number of results per value, and an estate before its units", async () => {
    const found = async (input: object) =>
      (await ada.post("/playground/options", { words: "", body: {}, ...input })).body;
    const ruretail = { operation: "/api/ruretail/products/search", if_free: true };
    const { options: cities } = await found({ ...ruretail, field: "city" });
    expect(cities).toContainEqual({ value: "msk_cl", label: "Москва, Москва", also: {} });
    const { options: brands } = await found({ ...ruretail, field: "brands", body: { query: "ноутбук" } });
    expect(brands[0]).toMatchObject({ label: expect.any(String), results: expect.any(Number) });

    const unit = { operation: "/api/hkproperty/valuations", field: "unit" };
    expect((await found({ ...unit, if_free: true })).options).toEqual([]);
    const { options: estates } = await found({ ...unit, words: "青湖" });
    expect(estates[0]).toMatchObject({ value: "2-ESPPPPPPPP", step: true });
    const { options: units } = await found({ ...unit, within: estates[0].value });
    expect(units.length).toBeGreaterThan(3);
    expect(units[0]).not.toHaveProperty("step");
    const { options: narrowed } = await found({ ...unit, within: estates[0].value, words: units[0].label });
    expect(narrowed).toContainEqual(units[0]);
    expect(narrowed.length).toBeLessThan(units.length);
  });

  test("the playground's errors are the API's own", async () => {
    const operation = "/api/nlretail/products/search";
    const missing = await ada.post("/playground/quote", { operation, body: {} });
    expect(missing.status).toBe(422);
    expect(missing.body.detail.map(({ loc }: any) => loc.join("."))).toEqual(["body.keyword", "body.count"]);
    const misspelt = await ada.post("/playground/quote", { operation, body: { keyword: "x", count: 1, Keyword: "y" } });
    expect([misspelt.status, misspelt.body.detail[0]]).toMatchObject([422, { loc: ["body", "Keyword"] }]);
    const dear = await ada.post("/playground/run", { operation, body: { keyword: "x", count: 100_000 } });
    expect(JSON.parse(dear.body.trim().split("\n").at(-1))).toMatchObject({ type: "error", status: 403 });
  });

  test("a key is created with its limits, rotated with them, and the old secret ends after the overlap", async () => {
    const limits = { usage_context: "mcp_only", sources: ["nlretail"], spending_cap: 100 };
    const made = (await ada.post("/keys", { name: "Agent", expires_in_days: 30, ...limits })).body;
    expect(made.key).toMatchObject({ name: "Agent", ...limits });
    const rotated = (await ada.post(`/keys/${made.key.id}/rotate`, { overlap_hours: 1 })).body;
    expect(rotated.api_key).not.toBe(made.api_key);
    expect(rotated.key).toMatchObject({ name: "Agent", ...limits });
    const old = (await ada.get("/keys")).body.keys.find(({ id }: any) => id === made.key.id);
    expect(old.previous_ends_at).toBeLessThanOrEqual(Date.now() + 3600_000);
  });

  test("a key in use gets another name, cap, sources, expiry and networks, from the next call on", async () => {
    const { key: made, api_key } = (await ada.post("/keys", { ...open, name: "Old", sources: null })).body;
    const use = async () => {
      const answer = await call({ keyword: "bank", count: 0 }, { "access-token": api_key });
      await answer.text();
      return [answer.status, answer.headers.get("x-error-code")];
    };
    const change = (body: object) => ada.call("PATCH", `/keys/${made.id}`, body);
    expect(await use()).toEqual([422, "validation"]);
    expect((await change({ name: "New", spending_cap: 7, networks: ["192.0.2.0/24"] })).body).toMatchObject({
      name: "New",
      spending_cap: 7,
      networks: ["192.0.2.0/24"],
      sources: null,
    });
    expect(await use()).toEqual([403, "network_forbidden"]);
    await change({ networks: ["127.0.0.0/8", "::1"], sources: ["stays"] });
    expect(await use()).toEqual([403, "source_forbidden"]);
    await change({ networks: null, sources: null });
    expect(await use()).toEqual([422, "validation"]);
    expect((await change({ networks: ["everywhere"] })).body.detail).toContain("everywhere is not a network");
    expect((await change({ expires_at: 1 })).status).toBe(400);
    const used = async () => (await ada.get(`/keys/${made.id}`)).body.used_from[0]?.calls;
    await expect.poll(used).toBe(4);
  });

  test("every call is in the log, even rejected ones, with the request, the error and its timing", async () => {
    const ended = (await ada.post("/keys", { ...open, name: "Ended", sources: null })).body;
    const other = (await ada.post("/keys", { ...open, name: "Other", sources: ["stays"] })).body;
    await ada.delete(`/keys/${ended.key.id}`);
    // Its windows are empty, whatever earlier tests have used.
    const fresh = (await ada.post("/keys", { ...open, name: "Fresh", sources: null })).body.api_key;
    const sent = async (
      status: number,
      headers: Record<string, string>,
      body: unknown = { keyword: "bank", count: 1 },
    ) => {
      const answer = await call(body, { "access-token": fresh, ...headers });
      expect(answer.status).toBe(status);
      return answer.headers.get("x-request-id")!;
    };
    const refused = [
      await sent(422, {}, { keyword: "bank", count: 0 }),
      await sent(400, { "x-max-cost": "many" }),
      await sent(401, { "access-token": ended.api_key }),
      await sent(403, { "access-token": other.api_key }),
      await sent(403, { "x-max-cost": "1" }),
    ];
    const fine = await sent(200, { "idempotency-key": "once", "x-evidence": "keep" });
    const replayed = await sent(200, { "idempotency-key": "once" });
    const listed = async () => (await ada.get("/requests?limit=100")).body.requests.map(({ id }: any) => id);
    await expect.poll(listed).toEqual(expect.arrayContaining([...refused, replayed, fine]));
    await expect.poll(async () => (await ada.get(`/requests/${fine}`)).body.log).not.toBeNull();

    const wrong = (await ada.get(`/requests/${refused[0]}`)).body;
    expect(wrong).toMatchObject({ kind: "refused", status: 422, cost: 0, params: { keyword: "bank", count: 0 } });
    expect(wrong.error_text).toContain("body.count: Input should be greater than or equal to 1");
    expect(wrong.log.headers_in["access-token"]).toBe("(not kept)");
    expect(wrong.log.headers_out["x-error-code"]).toBe("validation");
    expect((await ada.get(`/requests/${refused[2]}`)).body).toMatchObject({ status: 401, key_name: "Ended" });
    expect((await ada.get(`/requests/${replayed}`)).body).toMatchObject({ kind: "replayed", cost: 0 });

    const good = (await ada.get(`/requests/${fine}`)).body;
    // Waiting for the site's permit is a step if there was any.
    const steps = good.log.steps.map(({ name }: any) => name).filter((name: string) => name !== "permit");
    expect(steps).toEqual(["queue", "admission", "page", "parse", "settle"]);
    expect(good.evidence).toBe(true);
    expect((await ada.get(`/requests/${fine}/evidence`)).headers.get("content-type")).toBe("application/warc");

    const csv = (await ada.get("/requests.csv?status=4")).body as string;
    expect(refused.filter((id) => !csv.includes(id))).toEqual([]);
    expect(csv).not.toContain(fine);
  });

  test("a call is saved under a name, for its owner, until it is deleted", async () => {
    const call = { name: "Sofas", operation: "/api/nlretail/products/search", body: { keyword: "bank", count: 1 } };
    const saved = (await ada.post("/saved-calls", call)).body;
    expect((await ada.get("/saved-calls")).body.calls).toEqual([{ ...saved, ...call }]);
    expect((await ada.post("/saved-calls", { ...call, operation: "/api/nothing" })).status).toBe(404);
    const stranger = new Visitor(running);
    await stranger.signUp("eve@people.example");
    expect((await stranger.get("/saved-calls")).body.calls).toEqual([]);
    expect((await stranger.delete(`/saved-calls/${saved.id}`)).status).toBe(404);
    expect((await ada.delete(`/saved-calls/${saved.id}`)).status).toBe(200);
    expect((await ada.get("/saved-calls")).body.calls).toEqual([]);
  });

  test("an export has every row that names the account, without secrets, and no other account's", async () => {
    const answer = await fetch(`${running.address}/dashboard-api/export`, { headers: { cookie: ada.cookie } });
    const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
    const rows = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const tables = new Set(rows.map(({ table }) => table));
    for (const table of ["people", "api_keys", "requests", "answers", "ledger", "call_log", "audit_log", "sessions"]) {
      expect(tables).toContain(table);
    }
    expect(rows.find(({ table }) => table === "answers").row.body[0]["@type"]).toBe("NlretailSearchProduct");
    expect(text).not.toContain("eve@people.example");
    expect(text).not.toMatch(/"(hash|previous_hash|secret|token|password)":/);
    expect(text).not.toContain(key);
  });

  test("an admin finds users and keys by part of a name, in any case", async () => {
    expect((await ada.get("/admin/people?search=ADA%40PEOPLE")).body.rows).toHaveLength(1);
    expect((await ada.get("/admin/keys?search=ada%40people")).body.keys.length).toBeGreaterThan(1);
    expect((await ada.get("/admin/requests?limit=1")).body.requests[0].account_email).toBe("ada@people.example");
  });

  /** Tables that contain this text anywhere. */
  const tablesWith = (words: string) =>
    withAccounts(config, async ({ store: { db } }) => {
      const found: string[] = [];
      for (const { name, schema } of await db.introspection.getTables()) {
        const rows = await db
          .selectFrom((schema ? `${schema}.${name}` : name) as "people")
          .selectAll()
          .execute();
        const text = JSON.stringify(rows, (_, value) =>
          value?.type === "Buffer" ? Buffer.from(value).toString() : value,
        );
        if (text.includes(words)) found.push(name);
      }
      return found.sort();
    });

  test("deleting the account ends its keys and sessions, and removes its requests everywhere", async () => {
    const words = "wandspiegel";
    const { me } = (await ada.get("/session")).body;
    await ada.post(`/admin/people/${me.id}/plan`, { plan: "pro", reason: "many calls" });
    const request = { keyword: words, count: 1 };
    const post = (path: string, body: unknown) =>
      fetch(running.address + path, {
        method: "POST",
        headers: { "access-token": key, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const operation = "nlretail/products/search";
    await post("/schedules", { operation, request, name: words, cron: "0 7 * * *", time_zone: "UTC" });
    await post("/webhooks", { url: `https://hooks.example/${words}` });
    await call(request, { prefer: "respond-async, wait=20", "user-agent": words });
    await call(request, { "x-evidence": "keep", "idempotency-key": words });
    await call({ ...request, count: 0 });
    // The reason of a failure, and what a text was taken for, repeat the search.
    const company = `https://www.jobsboard.example/en/company/${words}-2137035/`;
    for (const prefer of ["", "respond-async, wait=20"]) {
      const headers = { "access-token": key, "content-type": "application/json", ...(prefer && { prefer }) };
      const ask = (path: string, body: object) =>
        fetch(`${running.address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      expect((await ask("/api/jobsboard/companies", { company })).status).toBe(412);
      expect((await ask("/api/stays/hotels/search", { destination: "Lisbon", count: 1 })).status).toBe(200);
    }
    const invalid = { ...request, [words]: 1 };
    await post("/batches", { operation, requests: [request, invalid], on_invalid: "skip" });
    await ada.post("/name", { name: words });
    await ada.post("/saved-calls", { name: words, operation: `/api/${operation}`, body: request });
    await ada.post("/keys", { ...open, name: words, sources: null });
    const left = await tablesWith(words);
    for (const table of ["jobs", "requests", "schedules", "webhook_endpoints", "batch_invalid_lines", "call_log"]) {
      expect(left).toContain(table);
    }
    for (const table of ["people", "saved_calls", "api_keys", "audit_log", "idempotency"])
      expect(left).toContain(table);
    expect(await tablesWith("Lisbon")).toEqual(expect.arrayContaining(["jobs", "requests"]));
    expect((await ada.delete("/account", { password: "wrong" })).status).toBe(400);
    expect((await ada.delete("/account", { password: "correct horse battery" })).status).toBe(200);
    expect((await ada.get("/keys")).status).toBe(401);
    expect((await call({ keyword: "stoel", count: 1 })).status).toBe(401);
    for (const text of [words, "Lisbon", "ada@people.example"])
      expect([text, await tablesWith(text)]).toEqual([text, []]);
  });
});
