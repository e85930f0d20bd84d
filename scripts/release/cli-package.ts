import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import packageJson from "../../package.json" with { type: "json" };
import { root } from "./assemble.ts";

/** The name in the MCP registry, which the package must state as well. */
export const MCP_NAME = "example.winnow/winnow";
export const CLI_NAME = "winnow-cli";

/** The command line alone: bundled, without dependencies, for a Node that need not run the service. */
export async function assembleCli(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: { winnow: join(root, "src/cli/remote.ts") },
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
  chmodSync(join(folder, "winnow.js"), 0o755);
  const { version, license } = packageJson;
  const manifest = {
    name: CLI_NAME,
    version,
    license,
    type: "module",
    mcpName: MCP_NAME,
    description: "The command line of Winnow: call a service, follow jobs, listen to webhooks, serve MCP over stdio.",
    engines: { node: ">=20" },
    bin: { winnow: "winnow.js" },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, "src/cli/README.md"), join(folder, "README.md"));
}

/** The entry in the MCP registry: the command line as a server over stdio. */
export const registryEntry = () => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: MCP_NAME,
  title: "Winnow",
  version: packageJson.version,
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
