import type { FastifyInstance, FastifyRequest } from "fastify";
import { WinnowError } from "../../contract/errors.ts";

const HEADER = "x-winnow-dashboard";

/**
 * Keeps other sites from acting with a visitor's cookie. A change must carry a header that a form cannot send, and must not
 * declare another origin. The cookie itself is SameSite=Strict; either alone would do.
 */
export function refuseCsrf(scope: FastifyInstance, publicOrigin: () => string): void {
  scope.addHook("onRequest", async (request) => {
    if (request.method === "GET" || request.method === "HEAD") return;
    if (request.headers[HEADER] === undefined || fromElsewhere(request, publicOrigin())) {
      throw new WinnowError("source_forbidden", "This call did not come from the dashboard.");
    }
  });
}

function fromElsewhere({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return true;
  const { origin } = headers;
  if (origin === undefined || origin === publicOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}
