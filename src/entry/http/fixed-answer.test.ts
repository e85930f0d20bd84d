import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { fixedAnswer } from "./fixed-answer.ts";

test.each(["gzip", "br", "zstd", "identity"])("concurrent readers in %s share one copy of it", async (encoding) => {
  const answer = fixedAnswer("text/javascript", "x = 1;\n".repeat(1000));
  const server = Fastify();
  const sent: unknown[] = [];
  server.get("/", (request, reply) => answer.send(request, reply));
  server.addHook("onSend", async (_request, _reply, payload) => void sent.push(payload));
  for (let n = 0; n < 3; n++) await server.inject({ url: "/", headers: { "accept-encoding": encoding } });
  expect(Buffer.isBuffer(sent[0])).toBe(true);
  expect(sent.every((payload) => payload === sent[0])).toBe(true);
});

describe("a fixed response", () => {
  const fixed = Fastify();
  const [small, whole, own] = [
    fixedAnswer("text/plain", "x".repeat(1_023)),
    fixedAnswer("text/plain", "x".repeat(1_024)),
    fixedAnswer("text/css", "a", "max-age=5"),
  ];
  fixed.get("/small", small.send).get("/whole", whole.send).get("/own", own.send);
  afterAll(() => fixed.close());
  const get = (url: string, headers: Record<string, string> = {}) => fixed.inject({ url, headers });

  test("has its type, its cache lifetime, and what it varies by", async () => {
    const { headers, body } = await get("/own");
    expect(headers).toMatchObject({
      "content-type": "text/css",
      "cache-control": "max-age=5",
      vary: "accept-encoding",
    });
    expect([body, (await get("/small")).headers["cache-control"]]).toEqual(["a", "no-cache"]);
  });

  test("a fixed response is compressed from a kibibyte on, for callers who accept that", async () => {
    const packed = await get("/whole", { "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.rawPayload)).toHaveLength(1_024);
    expect((await get("/whole")).headers["content-encoding"]).toBeUndefined();
    expect((await get("/small", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBeUndefined();
  });

  test("a caller who already has a fixed response is not sent it again", async () => {
    const { etag } = (await get("/whole")).headers as { etag: string };
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await get("/whole", { "if-none-match": etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
    expect((await get("/small", { "if-none-match": etag })).statusCode).toBe(200);
  });
});
