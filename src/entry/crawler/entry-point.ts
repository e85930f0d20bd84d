import type { FastifyInstance } from "fastify";
import { crawlerPage, type ReadSite } from "./page.ts";

const LONGEST_HOST = 253;

export interface CrawlerDependencies {
  /** `CRAWLER_CONTACT`; empty if there is no page for owners. */
  contact: string;
  userAgent: string;
  /** What is read of a host; null if nothing is. */
  siteOf(host: string): Promise<ReadSite | null>;
}

/** What the owners of sites look at: a page about this service. */
export const crawlerEntryPoint =
  ({ contact, userAgent, siteOf }: CrawlerDependencies) =>
  (server: FastifyInstance): void => {
    if (contact === "") return;
    server.get<{ Querystring: { site?: unknown } }>("/crawler", async ({ query: { site } }, reply) => {
      const asked = typeof site === "string" && site.trim() !== "" ? hostIn(site) : null;
      const page = crawlerPage({
        contact,
        userAgent,
        asked,
        site: asked === null ? null : await siteOf(asked),
      });
      return reply
        .headers({
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
          "cache-control": "public, max-age=60",
        })
        .type("text/html; charset=utf-8")
        .send(page);
    });
  };

/** People paste addresses as well as host names. */
const hostIn = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/?#:].*$/s, "")
    .slice(0, LONGEST_HOST);
