import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import type { TestService } from "../../../test/support/service.ts";
import { sharedService } from "../../../test/support/shared-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

test("llms.txt names every operation with its price, and each page it links to exists", async () => {
  const answer = await service.get("/llms.txt");
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
  for (const { operation } of service.registry.entries) {
    expect(answer.body).toContain(`\`POST ${operation.path}\`, ${operation.price.words}`);
  }
  const links = [...answer.body.matchAll(/\]\(http:\/\/127\.0\.0\.1:\d+(\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(links).toHaveLength(service.registry.entries.length + 5);
  for (const link of links) {
    const page = await service.get(link);
    const type = link.endsWith(".md") ? "text/markdown; charset=utf-8" : expect.any(String);
    expect([link, page.statusCode, page.headers["content-type"]]).toEqual([link, 200, type]);
  }
});

test("an operation's page is the one in docs/operations, with the service's own address", async () => {
  const { body, headers } = await service.get("/docs/nlretail-products-search.md");
  expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  const page = await readFile("docs/operations/nlretail-products-search.md", "utf8");
  expect(body).toBe(page.replaceAll("http://127.0.0.1:8080", service.address));
});

test("a request's Host header does not appear in a page", async () => {
  const { body } = await service.inject({ url: "/llms.txt", headers: { host: "evil.example" } });
  expect(body).not.toContain("evil");
});

test("every page that a served page links to is also served", async () => {
  for (const name of ["calling.md", "jobs.md", "limits.md", "errors.md", "prices.md"]) {
    const { body, statusCode } = await service.get(`/docs/${name}`);
    expect([name, statusCode]).toEqual([name, 200]);
    const links = [...body.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, link]) => link!);
    for (const link of links) {
      const { pathname } = new URL(link, `http://x.example/docs/${name}`);
      expect([name, link, (await service.get(pathname)).statusCode]).toEqual([name, link, 200]);
    }
  }
});

test("an unknown page is 404", async () => {
  expect((await service.get("/docs/nothing.md")).statusCode).toBe(404);
});
