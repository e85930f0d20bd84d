import type { Caller } from "../../accounts/types.ts";
import { Fault } from "./fault.ts";
import { type McpDependencies, readResult } from "./read-result.ts";
import { type ExportFormat, exportTypes } from "./tools.ts";

/** Stored results, to which `export` links. */
export const resourceTemplates = [
  {
    uriTemplate: "winnow://results/{result_id}.{format}",
    name: "result",
    description: "A stored result as json, ndjson or csv.",
  },
];

const RESULT = /^winnow:\/\/results\/([0-9a-f-]{36})\.(json|ndjson|csv)$/i;
const RECENT = 10;

export async function listResources({ recent }: McpDependencies, caller: Caller) {
  const results = (await recent(caller, RECENT)).filter(({ response_status_code }) => response_status_code === 200);
  return results.map(({ id, endpoint, response_count, started_at }) => ({
    uri: `winnow://results/${id}.json`,
    mimeType: exportTypes.json,
    name: `${endpoint.slice("/api/".length)}: ${response_count} records`,
    description: `Requested at ${started_at}.`,
  }));
}

export async function readResource(dependencies: McpDependencies, caller: Caller, uri: string) {
  dependencies.window.count(caller.account.id);
  const [, id, format = ""] = RESULT.exec(uri) ?? [];
  if (!id) throw new Fault(`There is no such resource. Resources: ${resourceTemplates[0]!.uriTemplate}.`);
  const chosen = format.toLowerCase() as ExportFormat;
  const { text } = await readResult(dependencies, caller, id, { do: "export", format: chosen, fields: [] });
  return { contents: [{ uri, mimeType: exportTypes[chosen], text: text ?? "" }] };
}
