import { beforeAll, expect, test } from "vitest";
import { openApiDocument } from "../../src/docs/openapi.ts";
import { builtFolder } from "../../src/entry/dashboard/built-folder.ts";
import { pageRoutes } from "../../src/entry/dashboard/pages.ts";
import type { TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";

/** OWASP API9:2023, improper inventory management: only documented routes respond. */

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

/** Complete paths from the tree that Fastify prints. */
function routesIn(tree: string): string[] {
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line.trimEnd());
    if (!match) return [];
    const depth = match[1]!.length / 4;
    above.length = depth;
    above.push(match[2]!);
    return match[3] ? [above.join("").replaceAll(/\/{2,}/g, "/")] : [];
  });
}

/** Routes for people and the operator's machines, described in docs/ instead. */
const ownPages =
  /^\/(dashboard-api|docs|assets|mcp|health|metrics|status|(llms|robots)\.txt|openapi(-actions)?\.json|\*|oauth|\.well-known|favicon|$)/;

test("every route of the API is in the OpenAPI document", () => {
  const documented = Object.keys(openApiDocument(service.registry).paths as object);
  const routes = routesIn(service.server.printRoutes({ commonPrefix: false }));
  expect(routes.length).toBeGreaterThan(20);
  const known = documented.map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
  const api = routes.filter(
    (route) =>
      !ownPages.test(route) && !pageRoutes(builtFolder).includes(route) && !/\.(js|css|svg|png|woff2)$/.test(route),
  );
  expect(api.filter((route) => !known.includes(route))).toEqual([]);
});

test.each([
  "/.git/config",
  "/.env",
  "/package.json",
  "/data/winnow.db",
  "/src/app/main.ts",
  "/admin.php",
  "/debug",
  "/actuator",
])("%s does not exist", async (path) => {
  const answer = await service.get(path);
  expect(answer.statusCode).toBe(404);
});

test("no response reveals the software of the service", async () => {
  for (const path of ["/health", "/nothing", "/openapi.json"]) {
    const { headers } = await service.get(path);
    expect([headers.server, headers["x-powered-by"]]).toEqual([undefined, undefined]);
  }
});
