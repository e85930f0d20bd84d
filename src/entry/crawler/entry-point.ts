import type { FastifyInstance } from "fastify";
import { DIRECTORY_PATH, keyDirectory, type Signer } from "../../extraction/identity/sign-requests.ts";
import { crawlerPage, type ReadSite } from "./page.ts";

const LONGEST_HOST = 253;

export interface CrawlerDependencies {
  /** Null if no source signs its requests. */
  signer: Signer | null;
  now(): number;
  /** `CRAWLER_CONTACT`; empty if there is no page for owners. */
  contact: string;
  userAgent: string;
  /** What is read of a host; null if nothing is. */
  siteOf(host: string): Promise<ReadSite | null>;
}

/** What the owners of sites look at: a page about this service, and the keys that verify its requests. */
export const crawlerEntryPoint =
  ({ signer, now, contact, userAgent, siteOf }: CrawlerDependencies) =>
  (server: FastifyInstance): void => {
    if (signer) {
      const { host } = new URL(signer.agent);
      // The digest is of the bytes as they are sent.
      server.get(DIRECTORY_PATH, { compress: false }, (_request, reply) => {
        const { body, headers } = keyDirectory(signer.keys, host, now());
        // A text would get a charset, which the media type does not have.
        return reply.headers(headers).send(Buffer.from(body));
      });
    }
    if (contact === "") return;
    server.get<{ Querystring: { site?: unknown } }>("/crawler", async ({ query: { site } }, reply) => {
      const asked = typeof site === "string" && site.trim() !== "" ? hostIn(site) : null;
      const directory = signer && `${signer.agent}${DIRECTORY_PATH}`;
      const page = crawlerPage({
        contact,
        userAgent,
        directory,
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
