import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressNetwork } from "../src/base/network/addresses.ts";
import type { Endpoint } from "../src/contract/endpoint.ts";
import { type LimitName, limits } from "../src/limits/limits.ts";
import { described, describedForDashboard } from "./support/endpoints/described.ts";
import { startTestService, type TestService } from "./support/service.ts";

/** Every endpoint at every mount: a limit by network holds wherever an endpoint is mounted, and all mounts share it. */

const MINUTE_MS = 60_000;
const MOUNTS: Record<string, Endpoint<never>[]> = { "": described, "/dashboard-api": describedForDashboard };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const networkLimits = ({ limits: names }: Endpoint<never>): LimitName[] =>
  (names as LimitName[]).filter((name) => limits[name].per === "network" && limits[name].unit === "per minute");

const cases = Object.entries(MOUNTS).flatMap(([prefix, endpoints]) =>
  endpoints.flatMap((endpoint) =>
    networkLimits(endpoint).map(
      (limit) => [`${endpoint.method} ${prefix}${endpoint.path}`, limit, endpoint, prefix] as const,
    ),
  ),
);

let networks = 0;

/** The status of a call from a network that has used this much of its limit, in one and the same minute. */
async function statusAfter(used: number, limit: LimitName, { method, path }: Endpoint<never>, prefix: string) {
  for (;;) {
    networks += 1;
    const remoteAddress = `198.18.${networks >> 8}.${networks & 255}`;
    const minute = Math.floor(Date.now() / MINUTE_MS);
    for (let call = 0; call < used; call++)
      service.server.windows.use(`${limit} ${addressNetwork(remoteAddress)}`, MINUTE_MS);
    const url = prefix + path.replaceAll(/\{\w+\}/g, "x");
    const headers = { "x-winnow-dashboard": "1" };
    const { statusCode, headers: sent } = await service.inject({ method, url, remoteAddress, headers });
    if (Math.floor(Date.now() / MINUTE_MS) === minute) return { status: statusCode, retryAfter: sent["retry-after"] };
  }
}

describe.each(cases)("%s asks limits.%s", (_, limit, endpoint, prefix) => {
  const { max } = limits[limit];

  test("before anything else", async () => {
    const { status, retryAfter } = await statusAfter(max, limit, endpoint, prefix);
    expect([status, Number(retryAfter)]).toEqual([429, expect.any(Number)]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  });

  test("and serves the last call within it", async () => {
    expect((await statusAfter(max - 1, limit, endpoint, prefix)).status).not.toBe(429);
  });
});

test("every endpoint that needs no session or operator has a limit by network, except probes and public pages", () => {
  const without = Object.entries(MOUNTS).flatMap(([prefix, endpoints]) =>
    endpoints
      .filter(({ callers }) => !callers.some((caller) => caller === "admin" || caller === "operator"))
      .filter((endpoint) => !(prefix !== "" && endpoint.callers.includes("session")))
      .filter((endpoint) => networkLimits(endpoint).length === 0)
      .map(({ method, path }) => `${method} ${prefix}${path}`),
  );
  expect(without).toEqual(["GET /health", "GET /health/ready", "GET /health/live", "GET /status.json"]);
});
