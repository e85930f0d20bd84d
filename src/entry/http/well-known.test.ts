import Fastify from "fastify";
import robotsParser from "robots-parser";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import { registerWellKnown } from "./well-known.ts";

/** The package's types lack its export as a module. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

function serve(contact: string, origin = "https://winnow.example") {
  const server = Fastify();
  const clock = new SimulatedClock(Date.parse("2027-03-01T12:00:00Z"));
  registerWellKnown(server, { publicOrigin: () => origin, contact, clock });
  return server;
}

test.each([
  ["me@operator.example", "mailto:me@operator.example"],
  ["mailto:me@operator.example", "mailto:me@operator.example"],
  ["https://operator.example/contact", "https://operator.example/contact"],
])("security.txt names the operator's contact as an address: %s", async (contact, shown) => {
  const { body, headers } = await serve(contact).inject("/.well-known/security.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toBe(
    `Contact: ${shown}\nExpires: 2027-08-28T00:00:00.000Z\nCanonical: https://winnow.example/.well-known/security.txt\n`,
  );
});

test.each(["", "http://operator.example", "nobody"])(
  "without a contact that RFC 9116 allows there is no security.txt: %j",
  async (contact) => {
    expect((await serve(contact).inject("/.well-known/security.txt")).statusCode).toBe(404);
  },
);

test("a service without TLS claims no canonical address", async () => {
  const { body } = await serve("me@operator.example", "http://127.0.0.1:8080").inject("/.well-known/security.txt");
  expect(body).not.toContain("Canonical");
});

test("the API catalogue names the description, the reference and the status with the public address", async () => {
  const server = serve("");
  const { headers, ...answer } = await server.inject("/.well-known/api-catalog");
  expect(headers["content-type"]).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  const [{ anchor, ...links }] = answer.json().linkset;
  expect(anchor).toBe("https://winnow.example/");
  const hrefs = (rel: string) => links[rel].map(({ href }: { href: string }) => href);
  expect(hrefs("service-desc")).toEqual(["https://winnow.example/openapi.json"]);
  expect(hrefs("service-doc")).toContain("https://winnow.example/docs");
  expect(hrefs("status")).toEqual(["https://winnow.example/status.json"]);
  const head = await server.inject({ method: "HEAD", url: "/.well-known/api-catalog" });
  expect(head.headers.link).toBe('</.well-known/api-catalog>; rel="api-catalog"');
});

test("robots.txt lets crawlers read pages, and neither the API nor links to stored records", async () => {
  const { body } = await serve("").inject("/robots.txt");
  const rules = parseRobots("https://winnow.example/robots.txt", body);
  const allowed = (path: string) => rules.isAllowed(`https://winnow.example${path}`, "Anybot");
  for (const path of ["/", "/docs", "/docs/errors.md", "/status", "/llms.txt", "/openapi.json", "/assets/a.js"]) {
    expect([path, allowed(path)]).toEqual([path, true]);
  }
  for (const path of ["/api/toyshelf/search", "/jobs/7/records", "/links/abc", "/token/requests", "/dashboard-api/x"]) {
    expect([path, allowed(path)]).toEqual([path, false]);
  }
});
