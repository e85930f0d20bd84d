import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { type CrawlerDependencies, crawlerEntryPoint } from "./entry-point.ts";

const site = {
  concurrency: 2,
  perSecond: 1,
  robots: "honour" as const,
  stopped: null,
  days: [{ day: "2027-03-01", pages: 41 }],
};
let server = Fastify();
afterEach(() => server.close());

function serve(over: Partial<CrawlerDependencies> = {}) {
  server = Fastify();
  crawlerEntryPoint({
    contact: "me@operator.example",
    userAgent: "Winnow/1.0 (+https://operator.example/crawler)",
    siteOf: async (host) => (host === "site.example" ? { host, ...site } : null),
    ...over,
  })(server);
  return server;
}

test("without a contact there is no page for owners", async () => {
  serve({ contact: "" });
  expect((await server.inject("/crawler")).statusCode).toBe(404);
});

test("the page says who this is and how to stop it, and has no script", async () => {
  const { body, headers } = await serve().inject("/crawler");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(body).toContain("Winnow/1.0 (+https://operator.example/crawler)");
  expect(body).toContain('href="mailto:me@operator.example"');
  expect(body).toContain("User-agent: Winnow\nDisallow: /");
  expect(body).toContain('_winnow.your-host.example. TXT "stop"');
  expect(body).toContain("Requests are not signed");
  expect(body).not.toMatch(/<script|requests at a time/);
});

test.each(["site.example", "https://SITE.example:443/a?b", " site.example/x "])(
  "an owner sees the limits and the pages of the last days: %s",
  async (asked) => {
    const { body } = await serve().inject({ url: "/crawler", query: { site: asked } });
    expect(body).toContain("at most 2 requests at a time and 1 a second");
    expect(body).toContain("<td>2027-03-01</td><td>41</td>");
    expect(body).not.toContain("Stopped");
  },
);

test("a site that is not read, and what somebody writes instead of one, is only repeated as text", async () => {
  const { body } = await serve().inject({ url: "/crawler", query: { site: "<b>'\"&other.example" } });
  expect(body).toContain("does not read <strong>&#60;b&#62;&#39;&#34;&#38;other.example</strong>");
  expect((await serve().inject("/crawler?site=a&site=b")).body).not.toContain("does not read");
});

test("the page says that a site was stopped and that its permission has another form", async () => {
  const { body } = await serve({
    siteOf: async (host) => ({ host, ...site, robots: "ignore", stopped: "DNS" }),
  }).inject("/crawler?site=site.example");
  expect(body).toContain("Stopped at the owner's request.");
  expect(body).toContain("permission in another form");
});
