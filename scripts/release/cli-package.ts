import { chmodSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import packageJson from "../../package.json" with { type: "json" };

import { home, MCP_NAME, root, writeManifest } from "./published.ts";

export const CLI_NAME = "winnow-cli";
export const CLI_FOLDER = "src/cli";

/** The command line alone: bundled, without dependencies, for a Node that need not run the service. */
export async function assembleCli(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: { [CLI_NAME]: join(root, "src/cli/remote.ts") },
    platform: "node",
    // Module names derived from paths would change the bytes in another folder.
    experimental: { attachDebugInfo: "none" },
    transform: { target: "node20" },
    onLog: () => {},
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
  });
  await bundle.close();
  chmodSync(join(folder, `${CLI_NAME}.js`), 0o755);
  const manifest = {
    name: CLI_NAME,
    type: "module",
    mcpName: MCP_NAME,
    description: "The command line of Winnow: call a service, follow jobs, listen to webhooks, serve MCP over stdio.",
    engines: { node: ">=20" },
    bin: { [CLI_NAME]: `${CLI_NAME}.js` },
  };
  writeManifest(folder, manifest, CLI_FOLDER);
}

/** The entry in the MCP registry: the command line as a server over stdio. */
export const registryEntry = () => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: MCP_NAME,
  title: "Winnow",
  version: packageJson.version,
  websiteUrl: home,
  repository: { url: home, source: "github" },
  description: "Clean records from public websites: search, look up values, page, query and export.",
  packages: [
    {
      registryType: "npm",
      identifier: CLI_NAME,
      version: packageJson.version,
      transport: { type: "stdio" },
      packageArguments: [{ type: "positional", value: "mcp" }],
      environmentVariables: [
        { name: "WINNOW_URL", description: "Address of the Winnow service", isRequired: true, format: "string" },
        { name: "WINNOW_KEY", description: "API key of the service", isRequired: true, isSecret: true },
      ],
    },
  ],
});
