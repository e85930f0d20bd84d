import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./assemble.ts";

/** `@winnow/tools` and the n8n nodes are published as written. The operations are added to the nodes. */
export function assembleTools(folder: string): void {
  cpSync(join(root, "clients/tools"), folder, { recursive: true });
}

interface OperationPath {
  post: { summary: string; requestBody: { content: { "application/json": { schema: { $ref: string } } } } };
}

export function assembleN8n(folder: string): void {
  cpSync(join(root, "clients/n8n"), folder, { recursive: true });
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
