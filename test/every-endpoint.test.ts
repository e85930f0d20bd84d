import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../src/contract/endpoint.ts";
import { builtFolder } from "../src/entry/dashboard/built-folder.ts";
import { pageRoutes } from "../src/entry/dashboard/pages.ts";
import { quickPasswords } from "./support/dashboard/dashboard.ts";
import type { Node } from "./support/draw-values.ts";
import { drawnThird } from "./support/drawn.ts";
import { described, describedForDashboard, describedStatuses } from "./support/endpoints/described.ts";
import { findEdges } from "./support/endpoints/edges.ts";
import { generatedCalls } from "./support/endpoints/generated-calls.ts";
import { dashboardMount, keyMount, type Mount, sentBy } from "./support/endpoints/mounts.ts";
import { unreachable } from "./support/endpoints/unreachable.ts";
import { notingRoutes } from "./support/routes.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

const DASHBOARD = "/dashboard-api";
const NOBODYS = "0193aaaa-0000-7000-8000-000000000000";

let service: TestService;
let mounts: Mount[];
let routes: Array<{ method: string; url: string }>;
beforeAll(async () => {
  const folder = await sourcesFolder({ toyshelf: toySource("toyshelf") });
  const noted = await notingRoutes(() => startTestService({ sourcesFolder: folder, passwordCost: quickPasswords }));
  ({ started: service, routes } = noted);
  const key = await service.createKey({ points: 100_000 });
  mounts = [await keyMount(service, key, "short run"), await dashboardMount(service, 8)];
});
afterAll(() => service.close());

const routeOf = ({ path }: { path: string }): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Pages and files, OAuth and MCP (which follow their own specifications), and routes for Prometheus and feed readers. */
const otherThanApi =
  /^\/(docs|assets|mcp|metrics|status\.atom|llms\.txt|openapi(-actions)?\.json|oauth|\.well-known|favicon|stand-ins|share|robots|reload\.js|\*|$)/;

describe("every route of the server", () => {
  test("every route of the server is a data operation, or is described in src/endpoints for its callers", () => {
    const known = new Set([
      ...service.registry.entries.map(({ operation }) => `POST ${operation.path}`),
      ...described.map((one) => `${one.method} ${routeOf(one)}`),
      ...describedForDashboard.map((one) => `${one.method} ${DASHBOARD}${routeOf(one)}`),
    ]);
    const missing = routes
      .filter(({ method }) => method !== "HEAD" && method !== "OPTIONS")
      .filter(({ method, url }) => !known.has(`${method} ${url}`))
      .filter(({ url }) => !otherThanApi.test(url) && !pageRoutes(builtFolder).includes(url));
    expect(missing.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    const mounted = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    expect([...known].filter((route) => !mounted.has(route))).toEqual([]);
  });
});

const cases = [
  ...described.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, "", endpoint] as const),
  ...describedForDashboard.map(
    (endpoint) => [`${endpoint.method} ${DASHBOARD}${endpoint.path}`, DASHBOARD, endpoint] as const,
  ),
];

describe.each(drawnThird(cases))("%s", (_, prefix, endpoint) => {
  const isForDashboard = prefix !== "";
  const url = (id = NOBODYS) => prefix + endpoint.path.replaceAll(/\{\w+\}/g, id);
  let calls = 0;
  function call(address: string, { body, as }: { body?: unknown; as?: Record<string, string> } = {}) {
    calls += 1;
    const { callers } = mounts[isForDashboard ? 1 : 0]!;
    return service.inject({
      method: endpoint.method,
      url: address,
      remoteAddress: `203.0.113.${calls % 250}`,
      headers: {
        ...(as ?? sentBy(endpoint, callers[calls % callers.length]!.headers)),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  }

  test("rejects an unknown query parameter by name", async () => {
    const answer = await call(`${url()}?limitt=3`);
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["query", "limitt"]]);
    if (hasField(endpoint.query, "limit")) expect(answer.json().detail[0].msg).toContain("Did you mean limit?");
  });

  test.skipIf(endpoint.method === "GET" || endpoint.upload)("rejects an unknown body field by name", async () => {
    const answer = await call(url(), { body: { ...endpoint.examples?.[0], overlap_secondss: 3 } });
    const places = answer.json().detail.map(({ loc }: { loc: unknown[] }) => loc);
    expect([answer.statusCode, places]).toEqual([422, expect.arrayContaining([["body", "overlap_secondss"]])]);
  });

  test.skipIf(!endpoint.path.includes("{"))("returns 404 for an id of any length", async () => {
    for (const id of ["none", "x".repeat(400), "x".repeat(4_000)]) {
      const body = endpoint.method === "GET" ? undefined : (endpoint.examples?.[0] ?? {});
      expect([id.length, (await call(url(id), { body })).statusCode]).toEqual([id.length, 404]);
    }
  });

  test("returns 405 with the allowed methods for any other method", async () => {
    const { headers } = mounts[isForDashboard ? 1 : 0]!.callers[0]!;
    const answer = await service.inject({ method: "PUT", url: url(), headers });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, expect.stringContaining(endpoint.method)]);
    expect(describedStatuses(endpoint)).toEqual(expect.arrayContaining([404, 405, 422]));
  });

  const parts = [
    ...fields(endpoint.query).map(([name, node]) => ["query", name, node] as const),
    ...(endpoint.upload ? [] : fields(endpoint.body)).map(([name, node]) => ["body", name, node] as const),
  ];
  test.skipIf(parts.length === 0)("accepts each field up to its bounds, and names one beyond them", async () => {
    for (const [place, name, node] of parts) {
      const example = endpoint.examples?.[0] ?? {};
      const { taken, refused } = findEdges(
        node,
        example[name] ?? node.examples?.[0] ?? node.default,
        place === "query",
      );
      for (const [values, isRefused] of [
        [taken, false],
        [refused, true],
      ] as const) {
        for (const value of values) {
          const answer =
            place === "query"
              ? await call(`${url()}?${new URLSearchParams({ [name]: String(value) })}`)
              : await call(url(), { body: { ...example, [name]: value } });
          const { statusCode: status, payload } = answer;
          // Limits known only at run time, such as existing cursors and operations, are a value error.
          const faults: Array<{ loc: unknown[]; type: string }> = status === 422 ? answer.json().detail : [];
          const isNamed = faults.some(({ loc, type }) => loc[0] === place && loc[1] === name && type !== "value_error");
          const words = `${place} ${name}: ${JSON.stringify(value).slice(0, 80)} answered ${status} ${payload.slice(0, 200)}`;
          expect(isNamed, words).toBe(isRefused);
          expect(status, words).toBeLessThan(500);
        }
      }
    }
  });
});

const fields = (schema: Endpoint["query"]): Array<[string, Node]> =>
  Object.entries((schema?.properties ?? {}) as unknown as Record<string, Node>);

const hasField = (schema: Endpoint["query"], name: string): boolean =>
  schema !== undefined && Object.hasOwn(schema.properties, name);

/** `node scripts/call-endpoints.ts` makes more of them. */
test("generated calls get responses as described, whatever they contain", async () => {
  const { findings, calls, statuses, unanswered } = await generatedCalls(service, mounts, 600, "short run");
  expect(findings.slice(0, 5)).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(600);
  // A response that never occurred was not compared with its schema.
  expect(unanswered).toEqual([]);
  expect(Object.keys(unreachable).filter((name) => !statuses[name])).toEqual([]);
});
