import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../../test/support/service.ts";
import { sharedToyService } from "../../../test/support/shared-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await sharedToyService();
});

test("/docs is served with everything it loads", async () => {
  const { body } = await service.get("/docs");
  const asked = [...body.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path!);
  expect(asked.length).toBeGreaterThan(1);
  for (const path of asked) expect([path, (await service.get(path)).statusCode]).toEqual([path, 200]);
});

test("/docs lists every operation with its price, as links to Markdown pages that need no script", async () => {
  const { body } = await service.get("/docs");
  const { registry } = service;
  for (const { operation, name } of registry.entries) {
    expect(body).toContain(`href="/docs/${name.replaceAll("/", "-")}.md">${operation.summary}</a>`);
    expect(body).toContain(`POST ${operation.path}, ${operation.price.words}`);
  }
});

test("/docs gives link previews the absolute address of its image", async () => {
  const { body } = await service.get("/docs");
  expect(body).toMatch(/property="og:image" content="https?:\/\/[^/"]+\/share\.png"/);
});

test("/docs runs no inline script and contacts only this service", async () => {
  const page = await service.get("/docs");
  expect(page.headers["content-security-policy"]).toMatch(/script-src 'self' [^;]*;.*connect-src 'self'/);
  expect(page.headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(page.body).not.toMatch(/<script>/);
});

test.each(["/docs/", "/status.json/", "/api/toyshelf/things/", "/mcp/"])(
  "a browser at %s is sent to the path without the slash",
  async (url) => {
    const { statusCode, headers } = await service.inject({ url, headers: { accept: "text/html" } });
    expect([statusCode, headers.location]).toEqual([307, url.slice(0, -1)]);
  },
);

test("its scripts exist", async () => {
  const [, ...scripts] = (await service.get("/docs")).body.split('src="').map((part) => part.split('"')[0]!);
  expect(scripts).toEqual(["/boot.js", "/docs/start.js"]);
  expect((await service.get("/docs/start.js")).body).toContain('"/docs/scalar.js"');
  const packed = await service.inject({ url: "/docs/scalar.js", headers: { "accept-encoding": "gzip" } });
  expect(gunzipSync(packed.rawPayload).toString()).toContain("createApiReference");
});
