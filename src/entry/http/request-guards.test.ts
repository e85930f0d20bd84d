import { gzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerErrors } from "./errors.ts";
import { registerRequestGuards } from "./request-guards.ts";

const warned: string[] = [];
const server = Fastify({
  trustProxy: "192.0.2.1",
  logger: { level: "warn", stream: { write: (line) => void warned.push(line) } },
});

beforeAll(async () => {
  registerErrors(server);
  registerRequestGuards(server, "192.0.2.1", () => {});
  server.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  server.post("/echo", async ({ body }) => ({ body: body ?? "none" }));
  server.get("/echo", async () => "here");
  await server.ready();
});
afterAll(() => server.close());

const post = (payload: string | Buffer, type = "application/json") =>
  server.inject({ method: "POST", url: "/echo", headers: { "content-type": type }, payload });
const nested = (depth: number) => `${"[".repeat(depth)}"x"${"]".repeat(depth)}`;

describe("a body", () => {
  test("a body that is empty counts as none, whatever its type; any other is read", async () => {
    expect((await post("")).json()).toEqual({ body: "none" });
    expect((await post('{"a":[1,null]}')).json()).toEqual({ body: { a: [1, null] } });
    expect((await post("{")).statusCode).toBe(400);
  });

  test.each(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])("%s is rejected", async (payload) => {
    expect((await post(payload)).statusCode).toBe(400);
  });

  test.each(['"\\u0000"', '{"a":"x\\u0000"}', '{"a":[{"b":"\\u0000"}]}', '{"\\u0000":1}'])(
    "%s is rejected",
    async (payload) => {
      const answer = await post(payload);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { detail: "The body contains a NUL character (\\u0000)." },
      ]);
    },
  );

  test.each(["gzip", "br", "deflate", "zstd", "x-gzip", "GZIP, identity"])(
    "with content-encoding %s is rejected with the reason, whatever its type",
    async (encoding) => {
      for (const type of ["application/json", "application/octet-stream"]) {
        const { statusCode, body } = await server.inject({
          method: "POST",
          url: "/echo",
          headers: { "content-type": type, "content-encoding": encoding },
          payload: gzipSync("{}"),
        });
        expect([statusCode, body]).toEqual([
          400,
          expect.stringContaining(`content-encoding ${encoding.toLowerCase()}`),
        ]);
      }
    },
  );

  test("with content-encoding identity is read, and the header does no harm without a body", async () => {
    const identity = { "content-type": "application/json", "content-encoding": "identity" };
    const read = await server.inject({ method: "POST", url: "/echo", headers: identity, payload: "[1]" });
    expect(read.json()).toEqual({ body: [1] });
    const bare = await server.inject({ method: "GET", url: "/echo", headers: { "content-encoding": "gzip" } });
    expect(bare.statusCode).toBe(200);
  });

  test("a body of bytes may contain a NUL", async () => {
    expect((await post(Buffer.from([0, 1]), "application/octet-stream")).statusCode).toBe(200);
  });

  test("a body of 201 levels is read, of one more is rejected", async () => {
    expect((await post(nested(201))).statusCode).toBe(200);
    const answer = await post(nested(202));
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: "The body is nested too deeply." }]);
  });
});

test("an address with a NUL is rejected", async () => {
  const answer = await server.inject("/echo?x=a%00b");
  expect([answer.statusCode, answer.json()]).toEqual([400, { detail: "The address contains a NUL character (%00)." }]);
  expect((await server.inject("/echo?x=a%20b")).statusCode).toBe(200);
});

test("an unnamed proxy is logged once; a named one is trusted", async () => {
  const ask = (remoteAddress: string, headers: Record<string, string>) =>
    server.inject({ url: "/echo", remoteAddress, headers });
  warned.length = 0;
  await ask("198.51.100.7", { "user-agent": "x" });
  await ask("192.0.2.1", { "x-forwarded-for": "203.0.113.9" });
  // A caller on the proxy's own machine.
  await ask("192.0.2.1", { "x-forwarded-for": "192.0.2.1" });
  expect(warned).toEqual([]);
  await ask("198.51.100.7", { "x-forwarded-proto": "https" });
  await ask("198.51.100.8", { forwarded: "for=203.0.113.9" });
  expect(warned).toHaveLength(1);
  expect(JSON.parse(warned[0]!)).toMatchObject({
    peer: "198.51.100.7",
    header: "x-forwarded-proto",
    msg: expect.stringContaining("TRUST_PROXY does not name (192.0.2.1)"),
  });
});

test.each(["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"])(
  "%s reveals a proxy",
  async (name) => {
    const lines: string[] = [];
    const alone = Fastify({ logger: { level: "warn", stream: { write: (line) => void lines.push(line) } } });
    registerRequestGuards(alone, "", () => {});
    alone.get("/", async () => "here");
    await alone.inject({ url: "/", headers: { [name]: "x" } });
    expect(lines.map((line) => JSON.parse(line).header)).toEqual([name]);
    expect(lines[0]).toContain("it names none");
    await alone.close();
  },
);
