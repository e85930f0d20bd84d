import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../src/limits/limits.ts";
import { notingRoutes } from "./support/routes.ts";
import { startTestService, type TestService } from "./support/service.ts";

let service: TestService;
let routes: Array<{ name: string; method: string; url: string; bodyLimit: number }>;
beforeAll(async () => {
  const noted = await notingRoutes(startTestService);
  service = noted.started;
  routes = noted.routes.map(({ method, url, bodyLimit = limits.otherBody.max }) => ({
    name: `${method} ${url}`,
    method,
    url,
    bodyLimit,
  }));
});
afterAll(() => service.close());

test("a body above limits.otherBody is accepted only by data operations, MCP and batches", () => {
  expect(service.server.initialConfig.bodyLimit).toBe(limits.otherBody.max);
  const calls = [...service.registry.entries.map(({ operation }) => operation.path), "/mcp"];
  const batches = ["", "/dashboard-api"].flatMap((mount) => [`${mount}/batches`, `${mount}/batches/preview`]);
  const expected = [
    ...calls.map((url) => [`POST ${url}`, limits.callBody.max]),
    ...batches.map((url) => [`POST ${url}`, limits.batchBody.max]),
  ];
  const large = routes.filter(({ bodyLimit }) => bodyLimit > limits.otherBody.max);
  expect(large.map(({ name, bodyLimit }) => [name, bodyLimit]).sort()).toEqual(expected.sort());
});

const keepAlive = new Agent({ keepAlive: true });

/** Sends an endless body and resolves with the status when the service closes the connection. */
const endless = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve) => {
    let status: number | undefined;
    const call = request(service.address + path, { method, headers, agent: keepAlive }, (response) => {
      status = response.statusCode;
      response.resume();
    });
    call.once("close", () => resolve(status));
    call.on("error", () => {});
    call.write(Buffer.alloc(2 * limits.otherBody.max, " "));
  });

test("no route reads a large body of an unknown caller: it responds and closes the connection", async () => {
  const writes = routes.filter(({ method, url }) => !["GET", "HEAD", "OPTIONS"].includes(method) && !url.includes("*"));
  expect(writes.length).toBeGreaterThan(60);
  const types = ["application/json", "text/csv"];
  const answers = await Promise.all(
    writes.flatMap(({ name, method, url }) =>
      types.map(async (type) => {
        const headers = { "x-winnow-dashboard": "1", "content-type": type };
        return [name, type, await endless(method, url.replaceAll(/:\w+/g, "x"), headers)] as const;
      }),
    ),
  );
  const refusals = [400, 401, 404, 413, 415];
  expect(answers.filter(([, , status]) => !refusals.includes(status!))).toEqual([]);
});
