import type { FastifyInstance } from "fastify";
import { WinnowError } from "../../contract/errors.ts";
import { createNetworkLimits } from "../../endpoints/network-limit.ts";
import type { ServerDependencies } from "./dependencies.ts";

/** The page has an origin of its own: nothing of it runs, and it neither reads nor sends what belongs to the dashboard. */
const POLICY = "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** What the links and pictures in a stand-in's records show to people. No header of the caller reaches the stand-in. */
export function registerStandIns(
  server: FastifyInstance,
  { standInPage, windows, clock }: Pick<ServerDependencies, "standInPage" | "windows" | "clock">,
): void {
  const countCall = createNetworkLimits(clock, windows, ["standInPages"]);
  server.get<{ Params: { source: string } }>("/stand-ins/:source/*", async ({ params, url, ip }, reply) => {
    countCall(ip);
    const page = await standInPage(params.source, url.slice(`/stand-ins/${params.source}`.length));
    if (!page) throw new WinnowError("not_found");
    reply.code(page.status).headers({ ...page.headers, "content-security-policy": POLICY, "x-stand-in": "true" });
    return reply.send(typeof page.body === "string" ? page.body : Buffer.from(page.body));
  });
}
