import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import n8nJson from "../../clients/n8n/package.json" with { type: "json" };
import toolsJson from "../../clients/tools/package.json" with { type: "json" };

import { root, writeManifest } from "./published.ts";

export const TOOLS_FOLDER = "clients/tools";
export const N8N_FOLDER = "clients/n8n";

/** `winnow-tools` and the n8n nodes are published as written. The operations are added to the nodes. */
export function assembleTools(folder: string): void {
  cpSync(join(root, TOOLS_FOLDER), folder, { recursive: true });
  writeManifest(folder, toolsJson, TOOLS_FOLDER);
}

interface OperationPath {
  post: { summary: string; requestBody: { content: { "application/json": { schema: { $ref: string } } } } };
}

export function assembleN8n(folder: string): void {
  cpSync(join(root, N8N_FOLDER), folder, { recursive: true });
  writeManifest(folder, n8nJson, N8N_FOLDER);
  const { paths, components } = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"));
  const operations = Object.entries(paths as Record<string, OperationPath>)
    .filter(([path]) => path.startsWith("/api/"))
    .map(([path, { post }]) => {
      const { $ref } = post.requestBody.content["application/json"].schema;
      return {
        path: path.slice("/api/".length),
        summary: post.summary,
        schema: components.schemas[$ref.split("/")[3]!],
      };
    });
  writeFileSync(join(folder, "operations.json"), JSON.stringify(operations));
}
