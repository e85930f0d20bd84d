import type { FastifyInstance } from "fastify";
import { DIRECTORY_PATH, keyDirectory, type Signer } from "../../extraction/identity/sign-requests.ts";

export interface CrawlerDependencies {
  /** Null if no source signs its requests. */
  signer: Signer | null;
  now(): number;
}

/** What the owners of sites look at: the keys that verify our requests. */
export const crawlerEntryPoint =
  ({ signer, now }: CrawlerDependencies) =>
  (server: FastifyInstance): void => {
    if (!signer) return;
    const { host } = new URL(signer.agent);
    // The digest is of the bytes as they are sent.
    server.get(DIRECTORY_PATH, { compress: false }, (_request, reply) => {
      const { body, headers } = keyDirectory(signer.keys, host, now());
      // A text would get a charset, which the media type does not have.
      return reply.headers(headers).send(Buffer.from(body));
    });
  };
