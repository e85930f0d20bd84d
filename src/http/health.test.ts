import Fastify from "fastify";
import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { registerHealth } from "./health.ts";
import { Lifecycle } from "./lifecycle.ts";

test.each([
  ["answers", async () => true, 200, "ok"],
  ["does not answer", async () => false, 503, "unavailable"],
  ["throws", () => Promise.reject(new Error("no store")), 503, "unavailable"],
])("when the ledger %s", async (_what, healthy, code, status) => {
  const server = Fastify();
  registerHealth(server, healthy, new Lifecycle(new SimulatedClock()));
  for (const path of ["/health", "/health/ready"]) {
    const answer = await server.inject(path);
    expect([answer.statusCode, answer.json()]).toEqual([code, { status }]);
  }
  expect((await server.inject("/health/live")).statusCode).toBe(200);
  await server.close();
});
