import Fastify from "fastify";
import { expect, test } from "vitest";
import { registerHealth } from "./health.ts";

test.each([
  ["answers", async () => true, 200, "ok"],
  ["does not answer", async () => false, 503, "unavailable"],
  ["throws", () => Promise.reject(new Error("no store")), 503, "unavailable"],
])("when the store %s", async (_what, healthy, code, status) => {
  const server = Fastify();
  registerHealth(server, healthy);
  const answer = await server.inject("/health");
  expect([answer.statusCode, answer.json()]).toEqual([code, { status }]);
  await server.close();
});
