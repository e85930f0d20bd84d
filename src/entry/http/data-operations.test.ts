import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { cellsWith } from "../../../test/support/store/filled-store.ts";
import { sourcesFolder, toySource } from "../../../test/support/toy-folder.ts";
import { withAccounts } from "../../app/open-accounts.ts";

const PATH = "/api/toyshelf/things";
const body = { shelf: "top", count: 5 };
let service: TestService;
let key: string;

beforeAll(async () => {
  const folder = await sourcesFolder({ toyshelf: toySource("toyshelf"), othershelf: toySource("othershelf") });
  service = await startTestService({ sourcesFolder: folder });
  key = await service.createKey();
});
afterAll(() => service.close());

describe("error by cause", () => {
  test("an unknown path is 404 and a wrong method 405, before any key", async () => {
    expect((await service.get("/api/nowhere")).json()).toEqual({ detail: "Not Found" });
    const wrong = await service.get(PATH);
    expect([wrong.statusCode, wrong.json(), wrong.headers.allow]).toEqual([
      405,
      { detail: "Method Not Allowed" },
      "POST",
    ]);
  });

  test("a body is not read if no route accepts it", async () => {
    const answer = await service.inject({
      method: "POST",
      url: "/api/nowhere",
      payload: "{nonsense",
      headers: { "content-type": "application/json" },
    });
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: "Not Found" }]);
  });

  test("no key, a malformed key and an unknown key are 401", async () => {
    for (const bad of [undefined, "wnw_nonsense", `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`]) {
      expect((await service.post(PATH, body, bad ? { key: bad } : {})).statusCode).toBe(401);
    }
  });

  test("a bearer token alone is 401 and says which header to use", async () => {
    const answer = await service.post(PATH, body, { headers: { authorization: `Bearer ${key}` } });
    expect([answer.statusCode, answer.json().detail]).toEqual([401, expect.stringContaining("access-token")]);
  });

  test("a key that was put into the address is neither logged nor stored, and the error says where it belongs", async () => {
    const lines: string[] = [];
    const own = await startTestService({
      sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
      logTo: { write: (line: string) => void lines.push(line) },
    });
    try {
      const secret = await own.createKey();
      const bare = await own.post(PATH, body, { query: `?access-token=${secret}` });
      expect([bare.statusCode, bare.json().detail]).toEqual([401, expect.stringContaining("rotate it")]);
      for (const query of [`?access-token=${secret}`, `?${secret}`, `?fields=${secret}`]) {
        expect((await own.post(PATH, { ...body, key: secret }, { key: secret, query })).statusCode).toBe(422);
      }
      await own.post(PATH, `{"key":"${secret}"`, { key: secret, headers: { "x-note": secret } });
      expect(lines.filter((line) => line.includes('"call"')).length).toBeGreaterThan(3);
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
      const stored = (text: string) => withAccounts(own.config, ({ store: { db } }) => cellsWith(db, text));
      await expect.poll(() => stored(`${secret.slice(0, 10)}...`)).toContain("call_log.body");
      expect(await stored(secret)).toEqual([]);
    } finally {
      await own.close();
    }
  });

  test("the key is checked before the body", async () => {
    expect((await service.post(PATH, "{nonsense", { key: "x" })).statusCode).toBe(401);
  });

  test("a key for another source is 403, before the body", async () => {
    const narrow = await service.createKey({ sources: ["othershelf"] });
    const answer = await service.post(PATH, "{nonsense", { key: narrow });
    expect([answer.statusCode, answer.json().detail]).toEqual([403, expect.stringContaining("toyshelf")]);
    expect((await service.post("/api/othershelf/things", body, { key: narrow })).statusCode).toBe(200);
  });

  test("an mcp_only key is 403 with its own message", async () => {
    const answer = await service.post(PATH, body, { key: await service.createKey({ usage_context: "mcp_only" }) });
    expect([answer.statusCode, answer.json()]).toEqual([403, { detail: "This token is restricted to MCP usage only" }]);
  });

  test("a body over 1 MiB is 413", async () => {
    const answer = await service.post(PATH, { ...body, more: "x".repeat(1024 * 1024) }, { key });
    expect([answer.statusCode, answer.json().detail]).toEqual([413, expect.stringContaining("1 MiB")]);
  });

  test.each([
    ["a plain call", {}, ""],
    ["a stream", { accept: "application/x-ndjson" }, ""],
    ["a table", { accept: "text/csv" }, ""],
    ["a background job", { prefer: "respond-async" }, ""],
    ["a dry run", {}, "&dry_run=true"],
  ])("an unknown query parameter of %s is 422 with the nearest name, and nothing is run", async (_, headers, more) => {
    const fresh = await service.createKey();
    for (const [query, near] of [
      ["page=2", ""],
      ["limit=10", ""],
      ["field=id", "Did you mean fields?"],
      ["Fields=id", "Did you mean fields?"],
      ["=1", ""],
      ["fields=id&fields=name", "send it once"],
      ["dry_run=maybe", ""],
    ]) {
      const answer = await service.post(PATH, body, { key: fresh, headers, query: `?${query}${more}` });
      const name = query!.replace(/=.*/s, "");
      expect([query, answer.statusCode, answer.json().detail[0]]).toMatchObject([query, 422, { loc: ["query", name] }]);
      expect(answer.json().detail[0].msg).toContain(near);
      expect(answer.headers["x-credits-charged"]).toBe("0");
    }
    expect((await service.get("/token/statistic", fresh)).json()[0].monthly_usage).toBe(0);
  });

  test("an unknown query parameter is 422 only for a key that may call the operation", async () => {
    expect((await service.post(PATH, body, { query: "?page=2" })).statusCode).toBe(401);
    const narrow = await service.createKey({ sources: ["othershelf"] });
    expect((await service.post(PATH, body, { key: narrow, query: "?page=2" })).statusCode).toBe(403);
  });

  test("too few points is 403 with the price, the points and the largest possible count", async () => {
    const answer = await service.post(
      PATH,
      { shelf: "top", count: 30 },
      { key: await service.createKey({ points: 7 }) },
    );
    expect(answer.statusCode).toBe(403);
    expect(answer.json().detail).toMatch(/9.*7.*20/);
  });

  test("not found is 412, an unreadable response 500, and neither is charged", async () => {
    for (const [shelf, status] of [
      ["none", 412],
      ["broken", 500],
    ] as const) {
      const answer = await service.post(PATH, { shelf, count: 5 }, { key });
      expect([answer.statusCode, answer.headers["x-credits-charged"]]).toEqual([status, "0"]);
    }
  });

  test("an error has its detail in x-error, in ASCII", async () => {
    const answer = await service.post(PATH, { shelf: "", count: "日本" }, { key });
    expect(answer.headers["x-error"]).toMatch(/^[\x20-\x7e]+$/);
    expect(answer.headers["x-error"]).toContain("body.shelf");
  });
});

describe("response headers", () => {
  test("the caller's own UUID is returned as x-request-id; anything else gets a new one", async () => {
    const mine = "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10";
    const own = await service.post(PATH, body, { key, headers: { "x-request-id": mine } });
    expect(own.headers["x-request-id"]).toBe(mine);
    const other = await service.post(PATH, body, { key, headers: { "x-request-id": "not-a-uuid" } });
    expect(other.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("the same x-request-id may be sent twice", async () => {
    const headers = { "x-request-id": "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a11" };
    const answers = [
      await service.post(PATH, body, { key, headers }),
      await service.post(PATH, body, { key, headers }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test("a 200 reports points, charge, time and all five windows", async () => {
    const fresh = await service.createKey({ plan: "starter", points: 100 });
    const { headers } = await service.post(PATH, body, { key: fresh });
    expect(headers).toMatchObject({ "x-token-points": "97", "x-credits-charged": "3" });
    expect(headers["x-execution-time"]).toMatch(/^\d+\.\d{3}$/);
    expect(headers["ratelimit-policy"]).toMatch(
      /^"ten_second";q=20;w=10, "minutely";q=60;w=60, "hourly";q=1000;w=3600, "daily";q=10000;w=86400, "monthly";q=100000;w=(24192|25056|25920|26784)00$/,
    );
    expect(headers.ratelimit).toMatch(/^"ten_second";r=19;t=\d+, "minutely";r=59;t=\d+/);
  });

  test("over a window is 429 with Retry-After, names the window, and reports all five windows too", async () => {
    const free = await service.createKey({ plan: "free" });
    const answers = [];
    for (let i = 0; i < 21; i += 1) answers.push(await service.post(PATH, { shelf: "top", count: 1 }, { key: free }));
    const refused = answers.find(({ statusCode }) => statusCode === 429)!;
    expect(refused.json().detail).toMatch(/(5 requests per 10 seconds|20 requests per minute)/);
    // The seconds are those of the message, which `refusal.test.ts` compares with the window.
    expect(refused.json().detail).toContain(`in ${refused.headers["retry-after"]} s.`);
    expect(refused.headers.ratelimit).toContain('"monthly"');
  });

  test("no CORS header is ever sent", async () => {
    const answer = await service.post(PATH, body, { key, headers: { origin: "https://elsewhere.example" } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("cost before the call", () => {
  test("a dry run reports the most it can cost and runs nothing", async () => {
    const fresh = await service.createKey({ points: 100 });
    const answer = await service.post(PATH, { shelf: "broken", count: 25 }, { key: fresh, query: "?dry_run=true" });
    expect(answer.json()).toMatchObject({ max_cost: 9, points: 100 });
    expect(answer.json().windows.map(({ usage }: { usage: number }) => usage)).toEqual([0, 0, 0, 0, 0]);
  });

  test("x-max-cost rejects a call that could cost more, without counting it in a window", async () => {
    const fresh = await service.createKey();
    const refused = await service.post(
      PATH,
      { shelf: "top", count: 25 },
      { key: fresh, headers: { "x-max-cost": "8" } },
    );
    expect([refused.statusCode, refused.json().detail]).toEqual([403, expect.stringMatching(/9.*8/)]);
    const [token] = (await service.get("/token/statistic", fresh)).json();
    expect(token.monthly_usage).toBe(0);
  });
});

test.each(["abc", "-1", "1.5"])("x-max-cost of %s is 400 and runs nothing", async (cost) => {
  const fresh = await service.createKey();
  const answer = await service.post(PATH, body, { key: fresh, headers: { "x-max-cost": cost } });
  expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining("x-max-cost")]);
  expect((await service.get("/token/statistic", fresh)).json()[0].monthly_usage).toBe(0);
});

describe("an Idempotency-Key", () => {
  const headers = { "idempotency-key": "order-1" };

  test("returns the first response again, at no charge", async () => {
    const fresh = await service.createKey({ points: 100 });
    const first = await service.post(PATH, body, { key: fresh, headers });
    const again = await service.post(PATH, body, { key: fresh, headers });
    expect(again.body).toBe(first.body);
    expect(again.headers).toMatchObject({
      "idempotent-replayed": "true",
      "x-credits-charged": "0",
      "x-token-points": "97",
    });
  });

  test("with another body is 422", async () => {
    const fresh = await service.createKey();
    await service.post(PATH, body, { key: fresh, headers });
    const other = await service.post(PATH, { ...body, count: 6 }, { key: fresh, headers });
    expect([other.statusCode, other.json().detail[0].loc]).toEqual([422, ["header", "idempotency-key"]]);
  });

  test("an Idempotency-Key of a failed request may be used again", async () => {
    const fresh = await service.createKey();
    expect((await service.post(PATH, { shelf: "none", count: 5 }, { key: fresh, headers })).statusCode).toBe(412);
    expect((await service.post(PATH, { shelf: "none", count: 5 }, { key: fresh, headers })).statusCode).toBe(412);
  });

  test("100 concurrent equal requests run once and are charged once", async () => {
    const fresh = await service.createKey({ points: 1000 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.post(PATH, body, { key: fresh, headers })),
    );
    const ran = answers.filter((a) => a.statusCode === 200 && a.headers["idempotent-replayed"] === undefined);
    expect(ran).toHaveLength(1);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect((await service.get("/token/statistic", fresh)).json()[0].points).toBe(997);
  });
});

describe("other formats", () => {
  test("NDJSON has one record per line", async () => {
    const answer = await service.post(
      PATH,
      { shelf: "top", count: 15 },
      { key, headers: { accept: "application/x-ndjson" } },
    );
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    expect(
      answer.body
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual(Array.from({ length: 15 }, (_, i) => String(i)));
  });

  test("an error before the first record of a stream is a plain error", async () => {
    const answer = await service.post(
      PATH,
      { shelf: "none", count: 5 },
      { key, headers: { accept: "application/x-ndjson" } },
    );
    expect([answer.statusCode, answer.json()]).toEqual([412, { detail: "no such shelf" }]);
  });

  test("CSV has one column per field", async () => {
    const answer = await service.post(PATH, { shelf: "top", count: 2 }, { key, headers: { accept: "text/csv" } });
    expect(answer.body).toBe("@type,id,name\r\ntoyshelfThing,0,thing 0\r\ntoyshelfThing,1,thing 1\r\n");
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const chosen = { key, query: "?fields=name", headers: { accept: "text/csv" } };
    expect((await service.post(PATH, { shelf: "top", count: 1 }, chosen)).body).toBe("name\r\nthing 0\r\n");
  });
});

describe("odd bodies", () => {
  const odd = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    service.inject({ method: "POST", url: PATH, payload, headers: { "access-token": key, ...headers } });

  test("a body without a content type is read as JSON", async () => {
    expect((await odd(JSON.stringify(body))).statusCode).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "nonsense"])(
    "a body as %s is 422, not 415",
    async (type) => {
      const answer = await odd(JSON.stringify(body), { "content-type": type });
      expect([answer.statusCode, answer.json().detail[0].type]).toEqual([422, "model_attributes_type"]);
    },
  );

  test("a body of another type says which one to send", async () => {
    const answer = await odd("shelf=top&count=5", { "content-type": "application/x-www-form-urlencoded" });
    expect(answer.headers["x-hint"]).toBe("Send the body as JSON, with content-type: application/json.");
  });

  test("a compressed body is 400 with the reason, for a known key", async () => {
    const packed = { "content-type": "application/json", "content-encoding": "gzip" };
    const answer = await odd(gzipSync(JSON.stringify(body)), packed);
    expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining("content-encoding gzip")]);
    expect((await odd(gzipSync("{}"), { ...packed, "access-token": "x" })).statusCode).toBe(401);
  });

  test("an empty body is a missing body", async () => {
    const answer = await odd("", { "content-type": "application/json" });
    expect([answer.statusCode, answer.json().detail[0]]).toMatchObject([422, { type: "missing", loc: ["body"] }]);
  });

  test("the last of repeated keys counts", async () => {
    const answer = await odd('{"shelf":"none","shelf":"top","count":2}', { "content-type": "application/json" });
    expect(answer.json()).toHaveLength(2);
  });

  test("very deep nesting and a lone surrogate get a response, and the service continues", async () => {
    const json = { "content-type": "application/json" };
    expect((await odd("[".repeat(200_000), json)).statusCode).toBe(400);
    expect((await odd('{"shelf":"\\ud800","count":1}', json)).statusCode).toBe(422);
    expect((await odd(Buffer.from([0xff, 0xfe, 0xfd]), json)).statusCode).toBe(400);
    expect((await odd(JSON.stringify(body), json)).statusCode).toBe(200);
  });
});
