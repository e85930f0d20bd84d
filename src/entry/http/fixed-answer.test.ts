import Fastify from "fastify";
import { expect, test } from "vitest";
import { fixedAnswer } from "./fixed-answer.ts";

test.each(["gzip", "br", "zstd", "identity"])("many who read it in %s share one copy of it", async (encoding) => {
  const answer = fixedAnswer("text/javascript", "x = 1;\n".repeat(1000));
  const server = Fastify();
  const sent: unknown[] = [];
  server.get("/", (request, reply) => answer.send(request, reply));
  server.addHook("onSend", async (_request, _reply, payload) => void sent.push(payload));
  for (let n = 0; n < 3; n++) await server.inject({ url: "/", headers: { "accept-encoding": encoding } });
  expect(Buffer.isBuffer(sent[0])).toBe(true);
  expect(sent.every((payload) => payload === sent[0])).toBe(true);
});
