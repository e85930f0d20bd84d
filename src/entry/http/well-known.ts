import type { FastifyInstance } from "fastify";
import { contactAddress } from "../../base/contact-address.ts";
import { endpoints } from "../../endpoints/index.ts";
import type { ServerDependencies } from "./dependencies.ts";
import { addressedAnswer, fixedAnswer } from "./fixed-answer.ts";

const CATALOGUE = "/.well-known/api-catalog";
const SECURITY = "/.well-known/security.txt";
const PLAIN = "text/plain; charset=utf-8";
const DAY_MS = 86_400_000;
/** Below the year that RFC 9116 recommends. */
const VALID_DAYS = 180;

/** What machines look for at a fixed address: where the API is described, who to tell of a weakness, and what to crawl. */
export function registerWellKnown(
  server: FastifyInstance,
  { publicOrigin, contact, clock }: Pick<ServerDependencies, "publicOrigin" | "contact" | "clock">,
): void {
  const catalogue = addressedAnswer('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"', () =>
    JSON.stringify(apiCatalogue(publicOrigin())),
  );
  // RFC 9727: a HEAD request must find this link.
  server.get(CATALOGUE, (request, reply) =>
    catalogue(request, reply.header("link", `<${CATALOGUE}>; rel="api-catalog"`)),
  );
  server.get("/robots.txt", fixedAnswer(PLAIN, robots).send);
  const address = contactAddress(contact);
  // RFC 9116 takes no web page without TLS.
  if (!/^(mailto:|tel:|https:\/\/)/.test(address)) return;
  server.get(SECURITY, async (_request, reply) =>
    reply.type(PLAIN).send(securityText(address, publicOrigin(), clock.now())),
  );
}

const apiCatalogue = (origin: string) => ({
  linkset: [
    {
      anchor: `${origin}/`,
      "service-desc": [{ href: `${origin}/openapi.json`, type: "application/json" }],
      "service-doc": [
        { href: `${origin}/docs`, type: "text/html" },
        { href: `${origin}/llms.txt`, type: "text/plain" },
      ],
      status: [{ href: `${origin}/status.json`, type: "application/json" }],
    },
  ],
});

function securityText(contact: string, origin: string, now: number): string {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    ...(origin.startsWith("https:") ? [`Canonical: ${origin}${SECURITY}`] : []),
    "",
  ].join("\n");
}

const firstSegment = ({ path }: { path: string }): string => path.split("/")[1]!;

/** Pages may be crawled. The API is not for crawlers, and links to stored records are meant for those who were given them. */
const robots = [
  "User-agent: *",
  ...[...new Set(["api/", "dashboard-api/", "mcp", "oauth/", ...endpoints.map(firstSegment)])].map(
    (start) => `Disallow: /${start}`,
  ),
  "",
].join("\n");
