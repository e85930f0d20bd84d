import { beforeAll, describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../../test/support/dashboard/dashboard.ts";

const { visitor, address } = dashboardSuite({ ADMIN_EMAIL: "ada@people.example" });
let ada: Visitor;
let key: string;
let keyId: string;
beforeAll(async () => {
  ada = visitor();
  key = (await ada.signUp("ada@people.example")).api_key;
  await ada.confirm("ada@people.example");
  keyId = (await ada.get("/keys")).body.keys[0].id;
});

const run = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${address()}/api/nlretail/products/search`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const reported = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer;
  return [status, body.detail];
};
const newKey = (over: object = {}) => ({
  name: "k",
  usage_context: "standard",
  sources: null,
  expires_in_days: null,
  spending_cap: null,
  ...over,
});

describe("keys", () => {
  test("a new key has the requested limits, is listed first, and shows its secret only once", async () => {
    const input = newKey({
      name: "Agent",
      usage_context: "mcp_only",
      sources: ["stays"],
      expires_in_days: 2,
      spending_cap: 5,
    });
    const { status, body } = await ada.post("/keys", input);
    expect([status, body.api_key]).toEqual([200, expect.stringMatching(/^wnw_/)]);
    const { id, created_at, expires_at, windows, ...shown } = body.key;
    expect(shown).toMatchObject({ name: "Agent", usage_context: "mcp_only", sources: ["stays"], spending_cap: 5 });
    expect([Math.round((expires_at - created_at) / 3_600_000), windows.length]).toEqual([48, 5]);
    expect(shown).not.toHaveProperty("account_id");
    const { keys } = (await ada.get("/keys")).body;
    expect(keys[0].id).toBe(id);
    expect(JSON.stringify(keys)).not.toContain(body.api_key);
    const detail = (await ada.get(`/keys/${id}`)).body;
    expect([detail.key.id, detail.used_from]).toEqual([id, []]);
  });

  test("a key for an unknown source, or without a required field, is rejected by name", async () => {
    expect(await reported(ada.post("/keys", newKey({ sources: ["nowhere"] })))).toEqual([
      400,
      "There is no source nowhere.",
    ]);
    const [status, detail] = await reported(ada.post("/keys", { name: "k" }));
    expect([status, detail.map(({ loc }: { loc: string[] }) => loc[1])]).toEqual([
      422,
      ["usage_context", "sources", "spending_cap", "expires_in_days"],
    ]);
  });

  test("a key is changed, rotated and revoked; invalid changes are rejected", async () => {
    const { id } = (await ada.post("/keys", newKey())).body.key;
    const change = (body: object) => ada.call("PATCH", `/keys/${id}`, body);
    const later = Date.now() + 9_000_000_000;
    const changed = await change({
      name: "n",
      sources: ["stays"],
      networks: ["10.0.0.0/8"],
      spending_cap: 9,
      expires_at: later,
    });
    expect(changed.body).toMatchObject({
      id,
      name: "n",
      sources: ["stays"],
      networks: ["10.0.0.0/8"],
      spending_cap: 9,
      expires_at: later,
    });
    expect((await change({})).body).toMatchObject({ id, name: "n", spending_cap: 9 });
    expect((await change({ networks: null, spending_cap: null })).body).toMatchObject({
      networks: null,
      spending_cap: null,
      name: "n",
    });
    expect(await reported(change({ sources: ["nowhere"] }))).toEqual([400, "There is no source nowhere."]);
    expect(await reported(change({ networks: ["nonsense"] }))).toEqual([400, expect.stringContaining("nonsense")]);
    expect(await reported(change({ expires_at: 1 }))).toEqual([
      400,
      "The expiry date is in the past. To end the key now, revoke it.",
    ]);
    const rotated = (await ada.post(`/keys/${id}/rotate`, { overlap_hours: 1 })).body;
    expect(rotated.api_key).toMatch(/^wnw_/);
    expect((await ada.post(`/keys/${id}/rotate`, { overlap_hours: 721 })).status).toBe(422);
    expect((await ada.post(`/keys/${id}/rotate`, { overlap_hours: -1 })).status).toBe(422);
    expect((await ada.delete(`/keys/${id}`)).body).toEqual({ done: true });
    expect(await reported(change({ name: "late" }))).toEqual([400, "This key has expired or was revoked."]);
    expect(await reported(ada.post(`/keys/${id}/rotate`, { overlap_hours: 0 }))).toEqual([
      400,
      "This key has expired, was revoked, or was just rotated.",
    ]);
    expect((await ada.get("/keys/none")).status).toBe(404);
  });
});

describe("the history", () => {
  test("the history is searched by text, operation, key, status and days, and each call explains its cost", async () => {
    await run({ keyword: "lamp", count: 1 }, { "user-agent": "toy/1", "idempotency-key": "same" });
    await run({ keyword: "lamp", count: 1 }, { "idempotency-key": "same" });
    await run({ keyword: "lamp" });
    await run("no json");
    const dry = await fetch(`${address()}/api/nlretail/products/search?dry_run=true`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json" },
      body: JSON.stringify({ keyword: "lamp", count: 1 }),
    });
    expect(dry.status).toBe(200);
    const list = async (query: string) => (await ada.get(`/requests?${query}`)).body.requests as any[];
    await expect.poll(async () => (await list("")).length).toBeGreaterThanOrEqual(4);
    const all = await list("");
    const today = (await ada.get("/usage")).body.columns.at(-1);
    expect(all.map(({ kind }) => kind).sort()).toEqual(expect.arrayContaining(["admitted", "refused", "replayed"]));
    for (const [query, count] of [
      ["endpoint=/api/nlretail/products/search", all.length],
      ["endpoint=/api/stays/hotels/search", 0],
      [`key=${keyId}`, all.length],
      ["key=other", 0],
      ["status=5", 0],
      ["from=2999-01-01", 0],
      ["to=2001-01-01", 0],
      [`from=${today}&to=${today}`, all.length],
      ["limit=1", 1],
    ] as const) {
      expect((await list(query)).length, query).toBe(count);
    }
    expect((await list("status=4")).every(({ status }) => status >= 400 && status < 500)).toBe(true);
    for (const query of ["limit=0", "limit=101", "status=3", "from=2026-02-30", "from=tomorrow", "to=2026-1-1"]) {
      expect((await ada.get(`/requests?${query}`)).status, query).toBe(422);
    }
    const reasons: Record<string, string> = {
      refused: "The call was refused: nothing is charged.",
      replayed: "Same Idempotency-Key as an earlier request: nothing is charged again.",
      dry_run: "A dry run: nothing is charged.",
      admitted: "10 credits per 20 results: 1 results.",
    };
    for (const { id, kind } of all)
      expect((await ada.get(`/requests/${id}`)).body.cost_reason, kind).toBe(reasons[kind]);
    const refused = all.find(({ kind }) => kind === "refused");
    expect((await ada.get(`/requests/${refused.id}`)).body).toMatchObject({
      answer: null,
      evidence: false,
      cost: expect.anything(),
    });
    expect([(await ada.get("/requests/none")).status, (await ada.get("/requests/none/evidence")).status]).toEqual([
      404, 404,
    ]);
    const csv = await ada.get("/requests.csv");
    const [head, ...rows] = (csv.body as string).trimEnd().split("\r\n");
    expect(head).toBe("id,started_at,endpoint,kind,status,results,cost,duration_ms,key_name,entry_point,error_text");
    expect([rows.length, rows[0]!.split(",")[1]]).toEqual([all.length, expect.stringMatching(/^\d{4}-.*Z$/)]);
    expect([csv.headers.get("content-type"), csv.headers.get("content-disposition")]).toEqual([
      "text/csv; charset=utf-8",
      'attachment; filename="requests.csv"',
    ]);
    const { used_from } = (await ada.get(`/keys/${keyId}`)).body;
    expect(used_from).toEqual([
      { address: expect.any(String), calls: all.length, last_at: expect.any(Number), user_agent: expect.any(String) },
    ]);
    expect(used_from[0].user_agent).not.toBe("");
  });

  test("usage is shown by the hour of a day or by the day, with the remaining points", async () => {
    const { body } = await ada.get("/usage?days=1");
    expect([body.bucket, body.columns.length, body.days]).toEqual(["hour", 24, 1]);
    const month = (await ada.get("/usage")).body;
    expect([month.bucket, month.columns.length]).toEqual(["day", 30]);
    // The two zones differ by 26 hours, so their days are never the same.
    const lastDay = async (zone: string) => (await ada.get(`/usage?zone=${zone}`)).body.columns.at(-1);
    expect(await lastDay("Pacific/Kiritimati")).not.toBe(await lastDay("Etc/GMT%2B12"));
    expect((await ada.get("/usage?zone=Atlantis")).status).toBe(422);
    expect(month).toMatchObject({ plan: "free", budget_per_day: null, points: expect.any(Number) });
    expect(month.keys.map(({ id }: any) => id)).toContain(keyId);
    expect((await ada.get("/usage?key=other")).body.cells).toEqual([]);
    const csv = await ada.get("/usage.csv?days=7");
    expect((csv.body as string).split("\r\n")[0]).toBe("time,operation,key,status,calls,errors,points,mean_ms");
    expect(csv.body).toMatch(/\r\n\d{4}-\d\d-\d\d,\/api\/nlretail\/products\/search,[^,]+,2xx,1,0,10,\d+\r\n/);
    expect(csv.headers.get("content-disposition")).toBe('attachment; filename="usage-7-days.csv"');
    for (const days of [0, 367, "x"]) expect((await ada.get(`/usage?days=${days}`)).status).toBe(422);
  });
});

describe("saved calls", () => {
  test("saved calls are stored by name, for their own account, and deleted once", async () => {
    const operation = "/api/nlretail/products/search";
    const save = (name: string, over: object = {}) =>
      ada.post("/saved-calls", { name, operation, body: { keyword: name }, ...over });
    const made = (await save("b")).body;
    expect(made).toEqual({
      id: expect.any(String),
      name: "b",
      operation,
      created_at: expect.any(Number),
      body: { keyword: "b" },
    });
    await save("a");
    expect((await ada.get("/saved-calls")).body.calls.map(({ name, body }: any) => [name, body])).toEqual([
      ["a", { keyword: "a" }],
      ["b", { keyword: "b" }],
    ]);
    expect((await save("x", { operation: "/api/none" })).status).toBe(404);
    expect([(await save("")).status, (await save("x".repeat(81))).status]).toEqual([422, 422]);
    expect((await ada.delete(`/saved-calls/${made.id}`)).body).toEqual({ done: true });
    expect((await ada.delete(`/saved-calls/${made.id}`)).status).toBe(404);
  });
});

describe("a user's own account", () => {
  test("has a name, sessions and a ledger", async () => {
    expect((await ada.post("/name", { name: "Ada L." })).body).toEqual({ done: true });
    expect((await ada.get("/session")).body.me.name).toBe("Ada L.");
    for (const name of ["", "x".repeat(121)]) expect((await ada.post("/name", { name })).status).toBe(422);
    const other = visitor();
    const signIn = { email: "ada@people.example", password: "correct horse battery" };
    await other.call("POST", "/sign-in", signIn, { "user-agent": "other/1" });
    const sessions = async () => (await ada.get("/sessions")).body.sessions as any[];
    const [before] = [await sessions()];
    expect(before.filter(({ current }) => current)).toHaveLength(1);
    const its = before.find(({ user_agent }) => user_agent === "other/1");
    expect(its).toMatchObject({ current: false, ip_address: expect.any(String) });
    expect(its.expires_at).toBeGreaterThan(its.created_at);
    expect((await ada.delete("/sessions/none")).status).toBe(404);
    expect((await ada.delete(`/sessions/${its.id}`)).body).toEqual({ done: true });
    expect((await other.get("/keys")).status).toBe(401);
    await other.call("POST", "/sign-in", signIn);
    expect((await ada.delete("/sessions")).body).toEqual({ done: true });
    expect((await sessions()).map(({ current }) => current)).toEqual([true]);
    const { rows } = (await ada.get("/ledger")).body;
    expect(rows.at(-1)).toMatchObject({ kind: "grant", amount: 1_000, balance: 1_000, note: expect.any(String) });
  });
});

describe("admins", () => {
  test("find users, and change plan, role and points with a recorded reason", async () => {
    const bob = visitor();
    await bob.signUp("bob@people.example");
    await bob.confirm("bob@people.example");
    const { rows: people, next_cursor } = (await ada.get("/admin/people?search=bob@")).body;
    expect([people.length, next_cursor]).toEqual([1, null]);
    expect(people[0]).toMatchObject({
      email: "bob@people.example",
      email_verified: true,
      role: "member",
      plan: "free",
      points: 1_000,
    });
    const { id } = people[0];
    const act = (what: string, body: object) =>
      ada.post(`/admin/people/${id}/${what}`, { reason: "for a test", ...body });
    expect((await act("plan", { plan: "starter" })).body).toEqual({ done: true });
    expect((await act("grant", { points: 5 })).body).toMatchObject({ done: true, points: 16_005 });
    expect((await act("grant", { points: -5 })).body.points).toBe(16_000);
    expect((await act("role", { role: "admin" })).body).toEqual({ done: true });
    expect((await act("role", { role: "member" })).body).toEqual({ done: true });
    for (const [what, body] of [
      ["plan", { plan: "starter", reason: "xx" }],
      ["grant", { points: 0.5 }],
      ["grant", { points: 1e9 + 1 }],
      ["role", { role: "owner" }],
    ] as const) {
      expect((await act(what, body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await act("plan", { plan: "gold" })).status).toBe(400);
    const detail = (await ada.get(`/admin/people/${id}`)).body;
    expect(detail.person).toMatchObject({ plan: "starter", points: 16_000 });
    expect(detail.keys[0]).toMatchObject({ account_email: "bob@people.example" });
    const { rows } = (await ada.get(`/admin/people/${id}/ledger?limit=2`)).body;
    expect(rows.map(({ kind, amount, note }: any) => [kind, amount, note])).toEqual([
      ["correction", -5, "for a test"],
      ["grant", 5, "for a test"],
    ]);
    expect(detail.audit.map(({ what }: any) => what).slice(0, 5)).toEqual([
      "role",
      "role",
      "correction",
      "grant",
      "plan",
    ]);
    const me = (await ada.get("/admin/people?search=ada@")).body.rows[0].id;
    expect(await reported(ada.post(`/admin/people/${me}/role`, { role: "member", reason: "for a test" }))).toEqual([
      400,
      "Another admin must change your role.",
    ]);
    expect((await ada.get("/admin/people/none")).status).toBe(404);
    expect((await bob.get("/admin/people")).status).toBe(404);
  });

  test("close and open sources; an unknown one is not found", async () => {
    const hold = (source: string, body: object) => ada.post(`/admin/sources/${source}/hold`, body);
    expect((await hold("stays", { state: "closed", note: "Moving." })).body).toEqual({ done: true });
    const { sources } = (await (await fetch(`${address()}/status.json`)).json()) as any;
    expect(sources.find(({ name }: any) => name === "stays")).toMatchObject({ state: "down", reason: "Moving." });
    expect((await hold("stays", { state: "auto" })).body).toEqual({ done: true });
    expect([(await hold("none", { state: "auto" })).status, (await hold("stays", { state: "ajar" })).status]).toEqual([
      404, 422,
    ]);
    expect((await ada.get("/admin/incidents")).body).toEqual({ rows: [], next_cursor: null });
    for (const no of ["1", "0", "x", "9999999999999999"]) {
      for (const path of ["", "/response", "/recording"]) {
        expect((await ada.get(`/admin/incidents/${no}${path}`)).status, `${no}${path}`).toBe(404);
      }
      expect((await ada.post(`/admin/incidents/${no}/note`, { note: "x" })).status).toBe(404);
    }
    expect((await ada.get("/admin/incidents?cursor=0")).status).toBe(422);
    expect((await ada.get("/admin/incidents?state=closed")).status).toBe(422);
  });
});

describe("OAuth for programs", () => {
  const get = async (path: string) => (await fetch(`${address()}${path}`)).json() as Promise<any>;

  test("a program discovers all addresses", async () => {
    const origin = address();
    const resource = await get("/.well-known/oauth-protected-resource");
    expect(resource).toEqual({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      bearer_methods_supported: ["header"],
      resource_name: "Winnow",
      scopes_supported: expect.arrayContaining(["stays", "nlretail"]),
    });
    expect(await get("/.well-known/oauth-protected-resource/mcp")).toEqual(resource);
    expect(await get("/.well-known/oauth-authorization-server")).toEqual({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: resource.scopes_supported,
    });
  });

  test("a program registers, and an invalid registration is rejected", async () => {
    const post = async (path: string, body: string, type: string) => {
      const answer = await fetch(`${address()}${path}`, { method: "POST", headers: { "content-type": type }, body });
      expect([answer.headers.get("cache-control"), answer.headers.get("x-content-type-options")]).toEqual([
        "no-store",
        "nosniff",
      ]);
      return { status: answer.status, body: (await answer.json()) as any };
    };
    const input = JSON.stringify({ client_name: "Toy", redirect_uris: ["http://127.0.0.1:7/back"] });
    expect(await post("/oauth/register", input, "application/json")).toEqual({
      status: 201,
      body: {
        client_id: expect.any(String),
        client_id_issued_at: expect.any(Number),
        client_name: "Toy",
        redirect_uris: ["http://127.0.0.1:7/back"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
    });
    const form = "application/x-www-form-urlencoded";
    expect(await post("/oauth/token", "grant_type=a&grant_type=b", form)).toEqual({
      status: 400,
      body: { error: "invalid_request", error_description: "A parameter appears more than once." },
    });
    expect(await post("/oauth/token", "null", "application/json")).toMatchObject({
      status: 400,
      body: { error_description: "Send application/x-www-form-urlencoded." },
    });
    expect(await post("/oauth/revoke", "token=nothing", form)).toEqual({ status: 200, body: {} });
  });
});
