import Fastify, { type FastifyInstance } from "fastify";
import { openApiDocument } from "../docs/openapi.ts";
import type { Registry } from "../service/registry.ts";
import { type FixedAnswer, fixedAnswer } from "./fixed-answer.ts";

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
  const document = fixedAnswer("application/json", JSON.stringify(openApiDocument(registry)));
  const reference = fixedAnswer("text/html; charset=utf-8", page);
  const starter = fixedAnswer(javascript, start);
  server.get("/openapi.json", document.send);
  server.get("/docs", (request, reply) => reference.send(request, reply.header("content-security-policy", policy)));
  server.get("/docs/start.js", starter.send);
  server.get("/docs/scalar.js", async (request, reply) => {
    bundle ??= scalarBundle();
    return (await bundle).send(request, reply);
  });
}

const javascript = "text/javascript; charset=utf-8";

let bundle: Promise<FixedAnswer> | undefined;

/** Scalar's browser bundle, taken out of its plugin when the page is first opened: our own page has the stricter policy. */
async function scalarBundle(): Promise<FixedAnswer> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const scratch = Fastify();
  await scratch.register(scalar, { routePrefix: "/scratch", configuration: { url: "/openapi.json" } });
  const { rawPayload } = await scratch.inject("/scratch/js/scalar.js");
  await scratch.close();
  return fixedAnswer(javascript, rawPayload, "public, max-age=86400");
}
