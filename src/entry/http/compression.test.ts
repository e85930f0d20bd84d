import { once } from "node:events";
import { PassThrough } from "node:stream";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerCompression } from "./compression.ts";

const server = Fastify();
let lines: PassThrough;
beforeAll(async () => {
  await registerCompression(server);
  server.get<{ Querystring: { type: string } }>("/", ({ query }, reply) => reply.type(query.type).send(lines));
  await server.listen();
});
afterAll(() => server.close());

test.each(["application/x-ndjson", "text/event-stream", "application/json"])(
  "each part of a stream of %s is sent as it is written, whatever the caller accepts",
  async (type) => {
    lines = new PassThrough();
    const url = `${server.listeningOrigin}/?type=${encodeURIComponent(type)}`;
    const answered = fetch(url, { headers: { "accept-encoding": "zstd, br, gzip" } });
    await once(server.server, "request");
    lines.write("first");
    const answer = await answered;
    expect(answer.headers.get("content-encoding")).toBeNull();
    const reader = answer.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("first");
    lines.end("second");
    expect(Buffer.from((await reader.read()).value!).toString()).toBe("second");
  },
);
