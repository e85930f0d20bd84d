import Fastify from "fastify";
import { expect, test } from "vitest";
import { mountProbes } from "../../../test/support/http/mount-probes.ts";
import { SimulatedClock } from "../../base/clock.ts";
import { registerErrors } from "./errors.ts";
import { Lifecycle } from "./lifecycle.ts";

test.each([
  ["answers", async () => true, 200, { status: "ok" }],
  ["does not answer", async () => false, 503, { detail: "The store does not answer." }],
  ["throws", () => Promise.reject(new Error("no store")), 503, { detail: "The store does not answer." }],
])("when the ledger %s", async (_what, healthy, code, body) => {
  const server = Fastify();
  registerErrors(server);
  mountProbes(server, healthy, new Lifecycle(new SimulatedClock()));
  for (const path of ["/health", "/health/ready"]) {
    const answer = await server.inject(path);
    expect([answer.statusCode, answer.json()]).toEqual([code, body]);
  }
  expect((await server.inject("/health/live")).statusCode).toBe(200);
  await server.close();
});

test("a stalled source appears in /health/ready, which stays 200 for the others", async () => {
  const server = Fastify();
  const stalled: string[] = [];
  mountProbes(
    server,
    async () => true,
    new Lifecycle(new SimulatedClock()),
    () => stalled,
  );
  expect((await server.inject("/health/ready")).json()).toEqual({ status: "ok" });
  stalled.push("toy");
  const answer = await server.inject("/health/ready");
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ok", stalled_sources: ["toy"] }]);
  await server.close();
});
