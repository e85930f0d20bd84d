import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** The protocol revisions that clients may use, and the official client's mode for each. */
export const mcpRevisions = [
  ["2025-11-25", "legacy" as const],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const;

/** The official client, connected to `/mcp` of a service. */
export async function mcpClient(
  address: string,
  mode: (typeof mcpRevisions)[number][1],
  headers: Record<string, string>,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}
