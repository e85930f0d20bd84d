import type { FastifyInstance } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };

const hostname = (origin: string): string => new URL(origin).hostname;
const CARD = "application/mcp-server-card+json";

/**
 * What a client can read of `/mcp` before it connects, without a key: its server card, and the catalogue of the site that
 * names it (SEP-2127).
 */
export function serveServerCard(server: FastifyInstance, publicOrigin: () => string): void {
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
