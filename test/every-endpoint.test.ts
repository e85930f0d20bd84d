import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../src/contract/endpoint.ts";
import { pages } from "../src/entry/dashboard/site.ts";
import { described, describedForDashboard, statusesOf } from "./support/endpoints/described.ts";
import { generatedCalls } from "./support/endpoints/generated-calls.ts";
import { notingRoutes } from "./support/routes.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

let service: TestService;
let key: string;
let routes: Array<{ method: string; url: string }>;
beforeAll(async () => {
  const folder = await sourcesFolder({ toyshelf: toySource("toyshelf") });
  const noted = await notingRoutes(() => startTestService({ sourcesFolder: folder }));
  ({ started: service, routes } = noted);
  key = await service.createKey({ points: 100_000 });
});
afterAll(() => service.close());

const routeOf = ({ path }: { path: string }): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Pages and files, OAuth and MCP, which follow specifications of their own, and what only an operator's programs read. */
const otherThanApi =
  /^\/(docs|assets|mcp|metrics|health\/details|status|llms\.txt|openapi(-actions)?\.json|oauth|\.well-known|favicon|share|robots|\*|$)/;

describe("every route that the server has", () => {
  test("is a data operation, or is described in src/endpoints for whoever may call it", () => {
    const known = new Set([
      ...service.registry.entries.map(({ operation }) => `POST ${operation.path}`),
      ...described.map((one) => `${one.method} ${routeOf(one)}`),
      ...describedForDashboard.map((one) => `${one.method} /dashboard-api${routeOf(one)}`),
    ]);
    const missing = routes
      .filter(({ method }) => method !== "HEAD" && method !== "OPTIONS")
      .filter(({ method, url }) => !known.has(`${method} ${url}`))
      .filter(({ url }) => !otherThanApi.test(url) && !pages.includes(url));
    expect(missing.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    const mounted = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    expect([...known].filter((route) => !mounted.has(route))).toEqual([]);
  });
});

describe.each(described.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    const url = (id = "0193aaaa-0000-7000-8000-000000000000") => endpoint.path.replaceAll(/\{\w+\}/g, id);
    const call = (address: string, { body, as = key }: { body?: unknown; as?: string | null } = {}) =>
      service.inject({
        ...{ method: endpoint.method, url: address, remoteAddress: "203.0.113.9" },
        headers: {
          ...(as !== null && { "access-token": as }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });

    test("names a query parameter that it does not have", async () => {
      const answer = await call(`${url()}?limitt=3`);
      expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["query", "limitt"]]);
      if (hasField(endpoint.query, "limit")) expect(answer.json().detail[0].msg).toContain("Did you mean limit?");
    });

    test.skipIf(endpoint.method === "GET" || endpoint.upload)("names a field that its body does not have", async () => {
      const answer = await call(url(), { body: { ...endpoint.examples?.[0], overlap_secondss: 3 } });
      const places = answer.json().detail.map(({ loc }: { loc: unknown[] }) => loc);
      expect([answer.statusCode, places]).toEqual([422, expect.arrayContaining([["body", "overlap_secondss"]])]);
    });

    test.skipIf(!endpoint.path.includes("{"))("answers 404 at an id of any length", async () => {
      for (const id of ["none", "x".repeat(400), "x".repeat(4_000)]) {
        const answer = await call(url(id), { body: endpoint.method === "GET" ? undefined : {} });
        expect([id.length, answer.statusCode]).toEqual([id.length, 404]);
      }
    });

    test.skipIf(!endpoint.callers.includes("key"))(
      "is for nobody without a key, nor for a key of MCP alone",
      async () => {
        expect((await call(url(), { as: null })).statusCode).toBe(401);
        expect((await call(url(), { as: await service.createKey({ usage_context: "mcp_only" }) })).statusCode).toBe(
          403,
        );
      },
    );

    test("answers 405 with what it has to a method that it does not have", async () => {
      const answer = await service.inject({ method: "PUT", url: url(), headers: { "access-token": key } });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, expect.stringContaining(endpoint.method)]);
      expect(statusesOf(endpoint)).toEqual(expect.arrayContaining([404, 405, 422]));
    });
  },
);

const hasField = (schema: Endpoint["query"], name: string): boolean =>
  schema !== undefined && Object.hasOwn(schema.properties, name);

/** `node scripts/call-endpoints.ts` makes more of them. */
test("generated calls are answered as described, whatever they hold", async () => {
  const { findings, calls, statuses } = await generatedCalls(service, key, 700, "short run");
  expect(findings.slice(0, 5)).toEqual([]);
  expect(calls).toBe(700);
  const succeeded = described
    .filter(({ id, answer }) => statuses[id]?.[answer.status] !== undefined)
    .map(({ id }) => id);
  expect(succeeded).toEqual(
    expect.arrayContaining(["createWebhook", "createSchedule", "submitBatch", "jobs", "health"]),
  );
}, 120_000);
