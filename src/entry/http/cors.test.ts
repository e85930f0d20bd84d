import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../../test/support/toy-folder.ts";

const ORIGIN = "https://app.example";
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
    env: { WINNOW_CORS_ORIGINS: `${ORIGIN}, https://other.example` },
  });
});
afterAll(() => service.close());

const preflight = (url: string, origin: string) =>
  service.inject({
    method: "OPTIONS",
    url,
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "access-token" },
  });

test("a page of a named origin may call the API and read its headers", async () => {
  const allowed = await preflight("/api/toyshelf/things", ORIGIN);
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    "access-control-allow-origin": ORIGIN,
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-max-age": "600",
  });
  const answer = await service.post(
    "/api/toyshelf/things",
    { shelf: "top", count: 1 },
    { key: await service.createKey(), headers: { origin: ORIGIN } },
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": ORIGIN,
    "access-control-expose-headers": expect.stringContaining("x-results-end"),
  });
});

test.each([
  ["/api/toyshelf/things", "https://evil.example"],
  ["/dashboard-api/session", ORIGIN],
  ["/dashboard-api/jobs", ORIGIN],
  ["/mcp", ORIGIN],
])("%s is closed to %s", async (url, origin) => {
  expect((await preflight(url, origin)).headers["access-control-allow-origin"]).toBeUndefined();
});
