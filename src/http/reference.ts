import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { openApiDocument } from "../docs/openapi.ts";
import type { Registry } from "../service/registry.ts";

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Winnow: API reference</title>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** No telemetry, no fonts, no proxy of a third party: the page talks to this service alone. */
const start = `Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  proxyUrl: "",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/openapi.json`, and Scalar's reference page on it at `/docs`. */
export function registerReference(server: FastifyInstance, registry: Registry): void {
  const document = JSON.stringify(openApiDocument(registry));
  server.get("/openapi.json", (_request, reply) => reply.header("content-type", "application/json").send(document));
  server.get("/docs", (_request, reply) =>
    reply.header("content-type", "text/html; charset=utf-8").header("content-security-policy", policy).send(page),
  );
  server.get("/docs/start.js", (_request, reply) => script(reply).send(start));
  server.get("/docs/scalar.js", async (request, reply) => {
    bundle ??= packedBundle();
    const packed = await bundle;
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? ""))
      return script(reply).send(await promisify(gunzip)(packed));
    return script(reply).header("content-encoding", "gzip").header("vary", "accept-encoding").send(packed);
  });
}

const script = (reply: FastifyReply) =>
  reply.header("content-type", "text/javascript; charset=utf-8").header("cache-control", "public, max-age=86400");

let bundle: Promise<Buffer> | undefined;

/** Scalar's browser bundle, taken out of its plugin when the page is first opened: our own page has the stricter policy. */
async function packedBundle(): Promise<Buffer> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const scratch = Fastify();
  await scratch.register(scalar, { routePrefix: "/scratch", configuration: { url: "/openapi.json" } });
  const { rawPayload } = await scratch.inject("/scratch/js/scalar.js");
  await scratch.close();
  return promisify(gzip)(rawPayload);
}
