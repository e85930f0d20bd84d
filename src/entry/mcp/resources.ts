import type { Caller } from "../../accounts/types.ts";
import { exportTypes, type McpDependencies, readResult } from "./call-tool.ts";
import { discover } from "./discover.ts";
import { Fault } from "./fault.ts";
import { allowed } from "./prompts.ts";
import { exportFormats } from "./tools.ts";

/** Resources for clients: the operations, instructions, and recent results. */
export const resourceTemplates = [
  {
    uriTemplate: "winnow://results/{result_id}.{format}",
    name: "result",
    description: "A stored result as json, ndjson or csv.",
  },
  {
    uriTemplate: "winnow://operations/{+operation}",
    name: "operation",
    description: "An operation's request and record fields, its price and an example.",
    mimeType: "application/json",
  },
];

const RESULT = /^winnow:\/\/results\/([0-9a-f-]{36})\.(json|ndjson|csv)$/i;
const OPERATION = /^winnow:\/\/operations\/([\w/-]{1,200})$/;
const AGENTS = "winnow://docs/agents.md";
const RECENT = 10;

export async function listResources({ service, recent }: McpDependencies, caller: Caller) {
  const results = (await recent(caller, RECENT)).filter(({ response_status_code }) => response_status_code === 200);
  return [
    { uri: AGENTS, name: "How to work with Winnow", mimeType: "text/markdown" },
    ...allowed(service.registry, caller).map(({ name, operation }) => ({
      uri: `winnow://operations/${name}`,
      name,
      mimeType: "application/json",
      description: `${operation.summary}: ${operation.price.words}`,
    })),
    ...results.map(({ id, endpoint, response_count, started_at }) => ({
      uri: `winnow://results/${id}.json`,
      mimeType: exportTypes.json,
      name: `${endpoint.slice("/api/".length)}: ${response_count} records`,
      description: `Requested at ${started_at}.`,
    })),
  ];
}

export async function readResource(dependencies: McpDependencies, caller: Caller, uri: string) {
  dependencies.window.count(caller.account.id);
  if (uri === AGENTS) return contents(uri, "text/markdown", dependencies.agentsPage());
  const [, operation] = OPERATION.exec(uri) ?? [];
  if (operation)
    return contents(uri, "application/json", JSON.stringify(discover(dependencies.service.registry, { operation })));
  const [, id, format = ""] = RESULT.exec(uri) ?? [];
  const chosen = exportFormats.find((one) => one === format.toLowerCase());
  if (!id || !chosen) {
    const known = [AGENTS, ...resourceTemplates.map(({ uriTemplate }) => uriTemplate)];
    throw new Fault(`There is no such resource. Resources: ${known.join(", ")}.`);
  }
  const { text } = await readResult(dependencies, caller, id, { do: "export", format: chosen, fields: [] });
  return contents(uri, exportTypes[chosen], text);
}

const contents = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] });
