import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../../test/support/toy-folder.ts";

const PATH = "/api/toyshelf/things";
const UUID = /^[0-9a-f-]{36}$/;
let service: TestService;
let key: string;

beforeAll(async () => {
  const folder = await sourcesFolder({
    toyshelf: toySource("toyshelf"),
    short: toySource("short", { maxResults: 12 }),
  });
  service = await startTestService({ sourcesFolder: folder });
  key = await service.createKey();
});
afterAll(() => service.close());

const post = (body: object, headers: Record<string, string> = {}, query = "") =>
  service.post(PATH, body, { key, headers, query });

describe("how the records ended", () => {
  test.each([
    ["top", 5, "count"],
    ["top", 20, "count"],
    ["top", 50, "exhausted"],
    ["limited", 50, "source-limit"],
  ])("shelf %s, %i wanted: %s", async (shelf, count, end) => {
    expect((await post({ shelf, count })).headers["x-results-end"]).toBe(end);
  });

  test("total, completeness and warnings are reported as the source gave them", async () => {
    const { headers } = await post({ shelf: "told", count: 5 });
    expect(headers).toMatchObject({ "x-results-total": "77", "x-warnings": "radius_without_location" });
    expect(JSON.parse(decodeURIComponent(headers["x-resolved"] as string))).toEqual({ shelf: "Полка 1", id: 5 });
  });

  test("a field that the operation does not have is ignored, and a warning names it", async () => {
    const { headers, statusCode } = await post({ shelf: "top", count: 5, colour: "red" });
    expect([statusCode, headers["x-warnings"]]).toEqual([200, "unknown_field:colour"]);
  });

  test("a warning names fields in any alphabet, and counts those whose names do not fit", async () => {
    const named = await post({ shelf: "top", count: 5, ключ: 1, "a, b": 1, "\ud800": 1 });
    expect(named.headers["x-warnings"]).toBe(
      "unknown_field:%D0%BA%D0%BB%D1%8E%D1%87, unknown_field:a%2C%20b, unknown_field:%EF%BF%BD",
    );
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`field_${index}`, 1]));
    const all = String((await post({ shelf: "top", count: 5, ...eleven })).headers["x-warnings"]).split(", ");
    expect(all).toEqual(Object.keys(eleven).map((name) => `unknown_field:${name}`));
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${"ж".repeat(100)}${index}`, 1]));
    const codes = String((await post({ shelf: "top", count: 5, ...many })).headers["x-warnings"]).split(", ");
    expect(codes.join().length).toBeLessThan(1_100);
    expect(decodeURIComponent(codes[0]!)).toBe(`unknown_field:${"ж".repeat(60)}…`);
    expect(codes.at(-1)).toBe(`unknown_fields_more:${5_000 - codes.length + 1}`);
  });

  test("nothing is claimed if the source reported nothing", async () => {
    const { headers } = await post({ shelf: "top", count: 5 });
    for (const name of ["x-results-total", "x-resolved", "x-warnings"]) expect(headers[name]).toBeUndefined();
  });

  test("an error has none of them", async () => {
    const { headers } = await post({ shelf: "none", count: 5 });
    for (const name of ["x-results-end", "x-results-total", "x-resolved"]) expect(headers[name]).toBeUndefined();
  });

  test("the history row and a replay report them too", async () => {
    const fresh = await service.createKey();
    const ask = () =>
      service.post(PATH, { shelf: "told", count: 5 }, { key: fresh, headers: { "idempotency-key": "one" } });
    const [first, again] = [await ask(), await ask()];
    for (const name of ["x-results-end", "x-results-total", "x-resolved", "x-warnings"]) {
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    }
    const rows = (await service.get("/token/requests", fresh)).json();
    expect(rows).toMatchObject([
      {
        results_end: "count",
        results_total: 77,
        resolved: { shelf: "Полка 1", id: 5 },
        warnings: ["radius_without_location"],
      },
    ]);
  });

  test("a stream sends them in trailers, which its head lists", async () => {
    const { headers, trailers } = await post({ shelf: "told", count: 5 }, { accept: "application/x-ndjson" });
    expect(headers.trailer).toBe(
      "x-credits-charged, x-token-points, x-results-end, x-results-total, x-resolved, x-warnings, x-stand-in",
    );
    expect(headers).not.toHaveProperty("x-credits-charged");
    expect(headers).not.toHaveProperty("x-results-end");
    expect(headers["x-results-total"]).toBe("77");
    expect(trailers).toMatchObject({
      "x-credits-charged": "3",
      "x-results-end": "count",
      "x-results-total": "77",
      "x-warnings": "radius_without_location",
    });
  });
});

describe("the held amount", () => {
  test("the held amount is the price of what the source can return, if that is less than count", async () => {
    const poor = await service.createKey({ points: 6 });
    const body = { shelf: "top", count: 1_000_000 };
    const preview = await service.post("/api/short/things", body, { key: poor, query: "?dry_run=1" });
    expect(preview.json()).toMatchObject({ max_cost: 6 });
    expect((await service.post("/api/short/things", body, { key: poor })).statusCode).toBe(200);
    const poorer = await service.createKey({ points: 5 });
    const refused = await service.post("/api/short/things", body, { key: poorer });
    expect(refused.json().detail).toMatch(/can cost 6, and 5 are left. The largest count they buy is 10/);
  });

  test("no count is too large to be rejected", async () => {
    const refused = await service.post(PATH, '{"shelf":"top","count":1e23}'.replace("1e23", "1".padEnd(24, "0")), {
      key: await service.createKey({ points: 5 }),
    });
    expect(refused.statusCode).toBe(403);
  });
});

describe("a request id", () => {
  test.each([
    "/nowhere",
    "/health",
    "/openapi.json",
    "/docs",
    "/token/statistic",
    "/",
    "/llms.txt",
    "/dashboard-api/me",
  ])("a request id is on the response to GET %s", async (path) => {
    const answer = await service.get(path);
    expect([path, answer.headers["x-request-id"]]).toEqual([path, expect.stringMatching(UUID)]);
  });

  test("a request id is on 401, 404, 405, an unreadable address, and MCP", async () => {
    const answers = [
      await service.post(PATH, {}),
      await service.post("/api/nowhere", {}),
      await service.inject({ method: "PUT", url: PATH }),
      await service.get("/api/%E0%A4%A"),
      await service.inject({ method: "POST", url: "/mcp", payload: {} }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 405, 400, 401]);
    for (const { headers } of answers) expect(headers["x-request-id"]).toMatch(UUID);
    expect(answers[3]!.json()).toEqual({ detail: expect.any(String) });
  });

  test("a request id that is not a UUID is replaced, with a warning", async () => {
    for (const [path, id] of [
      [PATH, "mine"],
      ["/nowhere", "mine"],
      ["/token/statistic", ""],
    ] as const) {
      const { headers } = await service.inject({ url: path, headers: { "access-token": key, "x-request-id": id } });
      expect([path, headers["x-warnings"]]).toEqual([path, "request_id_replaced"]);
      expect(headers["x-request-id"]).toMatch(UUID);
    }
    const both = await post({ shelf: "told", count: 1 }, { "x-request-id": "mine" });
    expect(both.headers["x-warnings"]).toBe("request_id_replaced, radius_without_location");
  });
});

describe("a method that a path does not accept", () => {
  test.each([
    ["/jobs", "GET, HEAD"],
    ["/jobs/x", "DELETE, GET, HEAD"],
    ["/jobs/x/records?limit=1", "GET, HEAD"],
    ["/batches", "GET, HEAD, POST"],
    ["/batches/x/pause", "POST"],
    ["/schedules/x", "DELETE, GET, HEAD, PATCH"],
    ["/schedules/x/feed", "POST"],
    ["/webhooks/x", "DELETE, GET, HEAD, PATCH"],
    ["/webhooks/deliveries/x/replay", "POST"],
    ["/token/requests", "GET, HEAD"],
    ["/token/requests/x/evidence", "GET, HEAD"],
    [PATH, "POST"],
  ])("%s: 405 with allow: %s", async (url, allow) => {
    for (const method of ["PUT", "OPTIONS", "TRACE", "PATCH"].filter((one) => !allow.includes(one))) {
      const answer = await service.inject({ method: method as "PUT", url });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
      expect(answer.json()).toEqual({ detail: "Method Not Allowed" });
      expect(answer.headers["x-request-id"]).toMatch(UUID);
    }
  });

  test.each(["/nowhere", "/nowhere/", "/jobs/x/y", "/token/x"])("%s is 404 for every method", async (url) => {
    for (const method of ["PUT", "TRACE"] as const) {
      const { statusCode, headers } = await service.inject({ method: method as "PUT", url });
      expect([statusCode, headers.allow]).toEqual([404, undefined]);
    }
  });
});

test.each([
  ["DELETE", "/jobs/x"],
  ["DELETE", "/batches/x"],
  ["DELETE", "/schedules/x"],
  ["DELETE", "/webhooks/x"],
  ["POST", "/schedules/x/run"],
  ["POST", "/webhooks/x/test"],
  ["POST", "/webhooks/x/rotate"],
] as const)("%s %s with a type and no body is accepted as without one", async (method, url) => {
  const headers = { "access-token": key, "content-type": "application/json" };
  const answer = await service.inject({ method, url, headers });
  expect([answer.statusCode, answer.json().detail]).toEqual([404, expect.stringMatching(/^There is no such /)]);
});

test("points and windows are on every response to a known key, whatever the outcome", async () => {
  const fresh = await service.createKey({ plan: "starter", points: 50, sources: ["toyshelf"] });
  const answers = [
    await service.post(PATH, "{", { key: fresh }),
    await service.post(PATH, { shelf: "cellar", count: 1 }, { key: fresh }),
    await service.post(PATH, { shelf: "top", count: 1 }, { key: fresh, headers: { "x-max-cost": "many" } }),
    await service.post(PATH, { shelf: "top", count: 1 }, { key: fresh, headers: { "x-max-cost": "1" } }),
    await service.post("/api/short/things", {}, { key: fresh }),
    await service.post(PATH, { shelf: "top", count: 1 }, { key: fresh, query: "?dry_run=maybe" }),
    await service.get("/token/statistic", fresh),
    await service.get("/token/requests?limit=0", fresh),
    await service.get("/jobs", fresh),
    await service.get("/jobs/nothing", fresh),
    await service.post("/batches", {}, { key: fresh }),
    await service.get("/webhooks", fresh),
    await service.get("/schedules?limit=0", fresh),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    422, 422, 400, 403, 403, 422, 200, 422, 200, 404, 422, 403, 422,
  ]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      "x-token-points": "50",
      "ratelimit-policy": expect.stringContaining('"ten_second";q=20;w=10'),
      ratelimit: expect.stringContaining('"monthly";r=100000'),
    });
  }
});

test("an API response is never cached or content-sniffed", async () => {
  for (const answer of [
    await post({ shelf: "top", count: 1 }),
    await post({}),
    await service.get("/token/statistic", key),
  ]) {
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  }
});

test("401 says how to authenticate", async () => {
  expect((await service.post(PATH, {})).headers["www-authenticate"]).toBe(
    'ApiKey realm="winnow", header="access-token"',
  );
});

describe("requests that Node itself rejects get our own format", () => {
  const { port } = { port: () => new URL(service.address).port };
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let got = "";
      const socket = connect(Number(port()), "127.0.0.1", () => socket.write(text));
      socket
        .on("data", (data) => (got += data))
        .on("end", () => resolve(got))
        .on("error", reject);
    });

  test("headers that are too long are 431", async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nhost: x\r\nlong: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
    expect(JSON.parse(answer.split("\r\n\r\n")[1]!)).toEqual({ detail: "The request's headers are too large." });
  });

  test("non-HTTP input is 400", async () => {
    const answer = await raw("nonsense\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1]!)).toEqual({ detail: "The request is not valid HTTP." });
  });
});

describe("the format", () => {
  test.each([
    [undefined, "application/json"],
    ["*/*", "application/json"],
    ["text/csv", "text/csv; charset=utf-8"],
    ["TEXT/CSV", "text/csv; charset=utf-8"],
    ["text/*", "text/csv; charset=utf-8"],
    ["text/csv; charset=utf-8", "text/csv; charset=utf-8"],
    ["application/x-ndjson", "application/x-ndjson"],
    ["application/ndjson", "application/x-ndjson"],
    ["application/json, text/csv", "application/json"],
    ["application/json;q=0.5, text/csv;q=0.9", "text/csv; charset=utf-8"],
    ["text/csv;q=0, application/x-ndjson;q=0.1", "application/x-ndjson"],
    ["text/csv;q=0", "application/json"],
    ["image/png", "application/json"],
    ["application/json;q=0", "application/json"],
    ["nonsense;;", "application/json"],
    ["text/html,application/xhtml+xml,*/*;q=0.8", "application/json"],
  ])("Accept %s gives %s", async (accept, type) => {
    const answer = await post({ shelf: "top", count: 1 }, accept === undefined ? {} : { accept });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, type]);
  });
});

describe("packing", () => {
  const unpack: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
  };

  test.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["zstd", "zstd"],
    ["gzip, deflate, br", "br"],
    ["gzip;q=1, br;q=0.1", "gzip"],
    ["GZIP", "gzip"],
    ["*", "gzip"],
  ])("Accept-Encoding %s: %s", async (accepted, encoding) => {
    const plain = await post({ shelf: "top", count: 20 });
    const packed = await post({ shelf: "top", count: 20 }, { "accept-encoding": accepted });
    expect(packed.headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
    expect(unpack[encoding]!(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
  });

  test.each(["identity", "gzip;q=0", "deflate", "", "nonsense"])("not for Accept-Encoding %j", async (accepted) => {
    const answer = await post({ shelf: "top", count: 20 }, { "accept-encoding": accepted });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.json()).toHaveLength(20);
  });

  test("not below 1 kB", async () => {
    expect((await post({ shelf: "top", count: 1 }, { "accept-encoding": "br" })).headers["content-encoding"]).toBe(
      undefined,
    );
  });

  test.each(["gzip", "br", "zstd"])(
    "a stream packed with %s is readable page by page, and keeps its trailers",
    async (encoding) => {
      const answer = await post(
        { shelf: "top", count: 20 },
        { accept: "application/x-ndjson", "accept-encoding": encoding },
      );
      expect(answer.headers["content-encoding"]).toBe(encoding);
      const text = unpack[encoding]!(answer.rawPayload).toString();
      expect(text.trim().split("\n")).toHaveLength(20);
      expect(answer.trailers).toMatchObject({ "x-credits-charged": "6", "x-results-end": "count" });
    },
  );

  test("records of a compressed stream arrive before the next page does", async () => {
    const first = await new Promise<Buffer>((resolve, reject) => {
      const headers = { "access-token": key, accept: "application/x-ndjson", "accept-encoding": "gzip" };
      const call = rawRequest(`${service.address}${PATH}`, { method: "POST", headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("error", () => {});
        answer.on("data", (part: Buffer) => {
          parts.push(part);
          const text = unpackSoFar(Buffer.concat(parts));
          if (text.split("\n").length > 10) {
            resolve(Buffer.from(text));
            call.destroy();
          }
        });
      });
      call.on("error", reject);
      call.end(JSON.stringify({ shelf: "slow", count: 20 }));
    });
    expect(JSON.parse(first.toString().split("\n")[9]!)).toMatchObject({ name: "thing 9" });
  });

  const unpackSoFar = (bytes: Buffer): string => gunzipSync(bytes, { finishFlush: 2 }).toString();

  test.each(["/openapi.json", "/docs/scalar.js", "/llms.txt", "/docs/toyshelf-things.md", "/docs"])(
    "%s is compressed, and not sent again to a client that has it",
    async (url) => {
      const whole = await service.inject({ url });
      const packed = await service.inject({ url, headers: { "accept-encoding": "gzip" } });
      if (whole.rawPayload.length >= 1024) {
        expect(gunzipSync(packed.rawPayload).equals(whole.rawPayload)).toBe(true);
      }
      const etag = whole.headers.etag as string;
      for (const known of [etag, `"other", ${etag}`, "*", etag.replace("W/", "")]) {
        const again = await service.inject({ url, headers: { "if-none-match": known } });
        expect([again.statusCode, again.body]).toEqual([304, ""]);
      }
      expect((await service.inject({ url, headers: { "if-none-match": '"other"' } })).statusCode).toBe(200);
    },
  );
});
