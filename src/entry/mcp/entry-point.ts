import type { FastifyInstance, FastifyRequest } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };
import { lazily } from "../../base/lazily.ts";
import { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import type { McpDependencies } from "./read-result.ts";

/**
 * `/mcp`: Streamable HTTP without sessions, so that any process serves any call. The key comes in `access-token`, or as the
 * bearer token that MCP clients send: only at this entry point.
 */
export function mcpEntryPoint(given: Omit<McpDependencies, "window">) {
  const { publicOrigin } = given;
  const metadataAddress = () => `${publicOrigin()}/.well-known/oauth-protected-resource/mcp`;
  const identify = async (request: FastifyRequest) => given.service.identify(secret(request), request.ip);
  const answer = lazily(async () => (await import("./message-handler.ts")).openMessageHandler(given));
  return (server: FastifyInstance): void => {
    serveServerCard(server, publicOrigin);
    server.route({
      method: "POST",
      url: "/mcp",
      // Progress must reach the client as it is sent; a compressor would hold it back.
      compress: false,
      bodyLimit: limits.callBody.max,
      onRequest: async (request) => {
        refuseForeignOrigin(request, publicOrigin());
        request.caller = await identify(request).catch((error: unknown) => {
          throw withWaysIn(error, metadataAddress());
        });
      },
      preHandler: async ({ body }) => refuseBulk(body),
      handler: async (request, reply) => (await answer())(request, reply),
    });
  };
}

function secret({ headers }: FastifyRequest): string {
  const own = headers["access-token"];
  if (typeof own === "string" && own !== "") return own;
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (bearer) return bearer;
  throw new WinnowError("key_missing", "Send your API key in the access-token header, or as a bearer token.");
}

/** A 401 names both ways to authenticate: a key in a header, and OAuth (RFC 9728), which clients start by themselves. */
function withWaysIn(error: unknown, metadata: string): unknown {
  if (!(error instanceof WinnowError) || error.status !== 401) return error;
  const fault = error.code === "key_missing" ? "" : ', error="invalid_token"';
  const bearer = `Bearer realm="winnow", resource_metadata="${metadata}"${fault}`;
  return new WinnowError(error.code, `${error.message} Or connect by OAuth: ${metadata}.`, {
    headers: { ...error.headers, "www-authenticate": `${bearer}, ApiKey realm="winnow", header="access-token"` },
  });
}

/** A page of another site in the user's browser must not reach a service on their machine. */
function refuseForeignOrigin({ headers }: FastifyRequest, own: string): void {
  const { origin } = headers;
  if (origin === undefined || thisMachine(origin) === thisMachine(own)) return;
  throw new WinnowError("origin_forbidden", `Calls from pages of ${origin} are not accepted here.`);
}

/** `localhost`, `127.0.0.1` and `[::1]` are one machine, and so one service if the port is the same. */
const thisMachine = (origin: string): string =>
  origin.replace(/^(https?:\/\/)(localhost|\[::1\])(?=:|$)/, "$1127.0.0.1");

/** The most names in one object of a message: the SDK checks each several times, which takes a third of a second for 60,000. */
const MAX_NAMES = 50;

function refuseBulk(body: unknown): void {
  const message = body as { params?: { arguments?: unknown; _meta?: unknown } } | null;
  const { params } = message ?? {};
  const bulky = [message, params, params?.arguments, params?._meta].some(
    (part) => typeof part === "object" && part !== null && Object.keys(part).length > MAX_NAMES,
  );
  if (bulky) throw new WinnowError("bad_request", `The message has more than ${MAX_NAMES} names in one object.`);
}

const hostname = (origin: string): string => new URL(origin).hostname;
const CARD = "application/mcp-server-card+json";

/**
 * What a client can read of `/mcp` before it connects, without a key: its server card, and the catalogue of the site that
 * names it (SEP-2127).
 */
function serveServerCard(server: FastifyInstance, publicOrigin: () => string): void {
  const open = { "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" };
  server.get("/mcp/server-card", async (_request, reply) => {
    reply.headers({ ...open, "content-type": CARD });
    return JSON.stringify({
      $schema: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
      name: `${hostname(publicOrigin()).split(".").reverse().join(".")}/winnow`,
      title: "Winnow",
      version: packageJson.version,
      description: "Structured records taken live from public websites: search, look up values, query and export.",
      websiteUrl: publicOrigin(),
      remotes: [
        {
          type: "streamable-http",
          url: `${publicOrigin()}/mcp`,
          headers: [
            { name: "access-token", description: "An API key. Without it, clients sign in by OAuth.", isSecret: true },
          ],
          supportedProtocolVersions: ["2026-07-28", "2025-11-25"],
        },
      ],
    });
  });
  server.get("/.well-known/mcp/catalog.json", async (_request, reply) => {
    reply.headers({ ...open, "content-type": "application/json" });
    const entry = {
      identifier: `urn:air:${hostname(publicOrigin())}:winnow`,
      displayName: "Winnow",
      type: CARD,
      url: `${publicOrigin()}/mcp/server-card`,
    };
    return JSON.stringify({ specVersion: "draft", entries: [entry] });
  });
}
