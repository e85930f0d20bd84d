import type { KeyHolder } from "../accounts/types.ts";
import { exportTypes, type McpParts, readResult } from "./call-tool.ts";
import { Fault } from "./fault.ts";

/** Results as resources: what `export` links to. */
export const resourceTemplates = [
  {
    uriTemplate: "winnow://results/{result_id}.{format}",
    name: "result",
    description: "A stored result as json, ndjson or csv.",
  },
];

const FORM = /^winnow:\/\/results\/([0-9a-f-]{36})\.(json|ndjson|csv)$/i;

export async function readResource(parts: McpParts, holder: KeyHolder, uri: string) {
  parts.window.count(holder.person.id);
  const [, id, format] = FORM.exec(uri) ?? [];
  if (!id) throw new Fault(`There is no such resource. Resources: ${resourceTemplates[0]!.uriTemplate}.`);
  const chosen = format!.toLowerCase() as keyof typeof exportTypes;
  const { text } = await readResult(parts, holder, id, { do: "export", format: chosen, fields: [] });
  return { contents: [{ uri, mimeType: exportTypes[chosen], text }] };
}
