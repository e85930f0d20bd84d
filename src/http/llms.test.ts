import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test("llms.txt names every operation with its price, and each page it links to is there", async () => {
  const answer = await service.inject({ url: "/llms.txt", headers: { host: "api.example:8443" } });
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
  for (const { operation } of service.registry.entries) {
    expect(answer.body).toContain(`\`POST ${operation.path}\`, ${operation.price.words}`);
  }
  const links = [...answer.body.matchAll(/\]\(http:\/\/api\.example:8443(\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(links).toHaveLength(service.registry.entries.length + 3);
  for (const link of links) expect([link, (await service.get(link)).statusCode]).toEqual([link, 200]);
});

test("an operation's page is the one in docs/operations, with the address it was asked at", async () => {
  const { body, headers } = await service.inject({
    url: "/docs/nlretail-products-search.md",
    headers: { host: "127.0.0.1:8080" },
  });
  expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(body).toBe(await readFile("docs/operations/nlretail-products-search.md", "utf8"));
});

test("a host that cannot be one does not reach the page", async () => {
  const { body } = await service.inject({ url: "/llms.txt", headers: { host: 'x"><script>' } });
  expect(body).not.toContain("script");
});

test("a page that is not there is 404", async () => {
  expect((await service.get("/docs/nothing.md")).statusCode).toBe(404);
});
