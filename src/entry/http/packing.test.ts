import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Encoding } from "../../base/content-negotiation.ts";
import { fixedAnswer } from "./fixed-answer.ts";
import { pack, packStream, registerPacking } from "./packing.ts";

const unpackers: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};
const encodings = Object.keys(unpackers) as Encoding[];
const server = Fastify();
const sent = { payload: "" as string | Buffer, headers: {} as Record<string, string> };

beforeAll(async () => {
  registerPacking(server);
  server.get("/", (_request, reply) => reply.headers(sent.headers).send(sent.payload));
  await server.ready();
});
afterAll(() => server.close());

function answered(
  payload: string | Buffer,
  headers: Record<string, string>,
  accept: string | undefined,
  method: "GET" | "HEAD" = "GET",
) {
  Object.assign(sent, { payload, headers });
  return server.inject({ method, url: "/", headers: accept === undefined ? {} : { "accept-encoding": accept } });
}
const json = { "content-type": "application/json" };
const large = `"${"x".repeat(1_022)}"`;

describe.each(encodings)("%s", (encoding) => {
  test("is unpacked as it was, whole and in parts", async () => {
    expect(unpackers[encoding](await pack(large, encoding)).toString()).toBe(large);
    const stream = packStream(encoding);
    const parts: Buffer[] = [];
    stream.on("data", (bytes: Buffer) => parts.push(bytes));
    // Each part is on its way once it is written.
    await new Promise((resolve) => stream.write("first", resolve));
    expect(Buffer.concat(parts).length).toBeGreaterThan(0);
    await new Promise((resolve) => stream.on("end", resolve).end("second"));
    expect(unpackers[encoding](Buffer.concat(parts)).toString()).toBe("firstsecond");
  });

  test("is what who asks for it gets", async () => {
    const { headers, rawPayload } = await answered(large, json, encoding);
    expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
    expect(headers["content-length"]).toBe(String(rawPayload.length));
    expect(unpackers[encoding](rawPayload).toString()).toBe(large);
  });
});

describe("an answer goes as it is", () => {
  test.each<[string, string | Buffer, Record<string, string>, string | undefined]>([
    ["below a kibibyte", large.slice(1), json, "gzip"],
    ["of a type that is packed already", large, { "content-type": "application/gzip" }, "gzip"],
    ["of a type that only looks like one", large, { "content-type": "x-text/plain" }, "gzip"],
    ["that is packed already", large, { ...json, "content-encoding": "br" }, "gzip"],
  ])("%s", async (_what, payload, headers, accept) => {
    const answer = await answered(payload, headers, accept);
    expect(answer.headers["content-encoding"]).toBe(headers["content-encoding"]);
    expect(answer.headers.vary).toBeUndefined();
    expect(answer.rawPayload.toString()).toBe(String(payload));
  });

  test.each([undefined, "identity", ""])("to who accepts %s, and says that others may get another", async (accept) => {
    const answer = await answered(large, json, accept);
    expect([answer.body, answer.headers["content-encoding"], answer.headers.vary]).toEqual([
      ...[large, undefined, "accept-encoding"],
    ]);
  });
});

test.each(["text/csv; charset=utf-8", "application/x-ndjson", "application/javascript", "image/svg+xml", "text/html"])(
  "%s is worth packing, also as bytes",
  async (type) => {
    const { headers, rawPayload } = await answered(Buffer.from(large), { "content-type": type }, "gzip");
    expect(headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(rawPayload).toString()).toBe(large);
  },
);

test("what an answer depends on besides is said, too, and a HEAD has nothing to pack", async () => {
  expect((await answered(large, { ...json, vary: "accept" }, "gzip")).headers.vary).toBe("accept, accept-encoding");
  expect((await answered(large, json, "gzip", "HEAD")).headers["content-encoding"]).toBeUndefined();
});

describe("a fixed answer", () => {
  const fixed = Fastify();
  const [small, whole, own] = [
    fixedAnswer("text/plain", "x".repeat(1_023)),
    fixedAnswer("text/plain", "x".repeat(1_024)),
    fixedAnswer("text/css", "a", "max-age=5"),
  ];
  fixed.get("/small", small.send).get("/whole", whole.send).get("/own", own.send);
  afterAll(() => fixed.close());
  const get = (url: string, headers: Record<string, string> = {}) => fixed.inject({ url, headers });

  test("says what it is, how long it may be kept, and what it depends on", async () => {
    const { headers, body } = await get("/own");
    expect(headers).toMatchObject({
      "content-type": "text/css",
      "cache-control": "max-age=5",
      vary: "accept-encoding",
    });
    expect([body, (await get("/small")).headers["cache-control"]]).toEqual(["a", "no-cache"]);
  });

  test("is packed from a kibibyte on, where that is asked for", async () => {
    const packed = await get("/whole", { "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.rawPayload)).toHaveLength(1_024);
    expect((await get("/whole")).headers["content-encoding"]).toBeUndefined();
    expect((await get("/small", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBeUndefined();
  });

  test("is not sent again to who has it", async () => {
    const { etag } = (await get("/whole")).headers as { etag: string };
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await get("/whole", { "if-none-match": etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
    expect((await get("/small", { "if-none-match": etag })).statusCode).toBe(200);
  });
});
