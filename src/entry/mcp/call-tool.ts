import type { Caller } from "../../accounts/types.ts";
import { factsView } from "../../contract/answer-facts.ts";
import { optionsAmong, optionsInHeaders } from "../../contract/call-options.ts";
import { nearest } from "../../contract/nearest.ts";
import type { ExtractionStats } from "../../extraction/types.ts";
import type { Submission } from "../../jobs/jobs.ts";
import { limits } from "../../limits/limits.ts";
import { loggedRun, type Origin } from "../../service/logged-run.ts";
import { type CallState, newCallState } from "../../service/operation-call.ts";
import type { Entry } from "../../service/registry.ts";
import { newRequestId } from "../../service/request-id.ts";
import { shownError } from "./agent-words.ts";
import { checkArguments, isTool } from "./check-arguments.ts";
import { discover, findEntry } from "./discover.ts";
import { Fault } from "./fault.ts";
import { pick } from "./query.ts";
import { FIRST, type McpDependencies, readResult, resultOf, type ToolResult, workOn } from "./read-result.ts";
import { newTask } from "./tasks.ts";
import { type Arguments, type ExportFormat, exportTypes, type ToolName, tools } from "./tools.ts";

export interface ToolCall<Args = Record<string, unknown>> {
  /** Of what `execute` runs, and quoted in reports of errors. */
  requestId: string;
  caller: Caller;
  args: Args;
  signal: AbortSignal;
  /** Whether the client takes a task in place of a result that is not there yet. */
  takesTasks: boolean;
  from: Origin;
  onProgress(stats: ExtractionStats): void;
}

type Tool<N extends ToolName> = (dependencies: McpDependencies, call: ToolCall<Arguments[N]>) => Promise<ToolResult>;

const byName: { [N in ToolName]: Tool<N> } = {
  discover: async ({ service }, { args }) => resultOf(discover(service.registry, args)),

  async execute(dependencies, call) {
    const { service, clock } = dependencies;
    const entry = findEntry(service.registry, call.args.operation);
    const state = newCallState(clock.now(), call.requestId);
    const about = { entry, state, entryPoint: "mcp" as const, body: call.args.request };
    return loggedRun(service, { ...call, ...about }, () => execute(dependencies, call, about));
  },
  async get_page(dependencies, { caller, args }) {
    const { result_id, ...query } = args;
    const { total, rows } = await readResult(dependencies, caller, result_id, { do: "query", query });
    return resultOf({ total, offset: query.offset, records: rows });
  },

  async query(dependencies, { caller, args }) {
    const { result_id, ...query } = args;
    return resultOf({ ...(await readResult(dependencies, caller, result_id, { do: "query", query })) });
  },

  async export(dependencies, { caller, args }) {
    const { result_id, format = "json", fields = [] } = args;
    const { text, ...about } = await readResult(dependencies, caller, result_id, { do: "export", format, fields });
    const { url, expires_at } = await fileLink(dependencies, caller, result_id, format);
    const uri = fields.length > 0 ? `${url}?fields=${encodeURIComponent(fields.join())}` : url;
    const mimeType = exportTypes[format];
    const size = text === null ? undefined : Buffer.byteLength(text);
    const { content, structuredContent } = resultOf({
      url: uri,
      expires_at,
      format,
      ...(size !== undefined && { bytes: size }),
      ...about,
    });
    const link = {
      type: "resource_link" as const,
      uri,
      name: `${result_id}.${format}`,
      mimeType,
      ...(size !== undefined && { size }),
    };
    // The whole response goes into the agent's context: a large file is only linked, and a table cannot be shown as text.
    if (text === null || size! > limits.mcpInline.max) return { content: [...content, link], structuredContent };
    const resource = { uri: `winnow://results/${result_id}.${format}`, mimeType, text };
    return { content: [...content, link, { type: "resource" as const, resource }], structuredContent };
  },
};

/** An agent that misspells a field would pay for something it did not mean. */
function refuseUnknown({ name }: Entry, names: string[], properties: object): never {
  const known = Object.keys(properties);
  const words = names.slice(0, 5).map((one) => {
    const [near] = nearest(one, known, 1);
    const meant = near === undefined ? `It has ${known.join(", ")}.` : `Did you mean ${near}?`;
    return `${name} has no field ${JSON.stringify(one.slice(0, 60))}. ${meant}`;
  });
  throw new Fault(`${words.join(" ")} Nothing was run and nothing was charged.`);
}

/** Runs an operation, and shows its first records. */
async function execute(
  dependencies: McpDependencies,
  { caller, args, signal, takesTasks, from, onProgress }: ToolCall<Arguments["execute"]>,
  { entry, state }: { entry: Entry; state: CallState },
): Promise<ToolResult> {
  const { service } = dependencies;
  service.permit(caller, entry, "mcp");
  const { fields = [] } = args;
  const { properties } = entry.operation.record;
  const unknown = fields.filter(
    (field) => !Object.hasOwn(properties, field) && !Object.hasOwn(properties, field.split(".")[0]!),
  );
  if (unknown.length > 0) refuseUnknown(entry, unknown, properties);
  const call = {
    entry,
    caller,
    request: service.readBody(entry, Buffer.from(JSON.stringify(args.request)), "application/json", (names) =>
      refuseUnknown(entry, names, entry.operation.request.properties),
    ),
    state,
    options: { ...optionsAmong(args, "mcp"), ...optionsInHeaders(from.headers, "mcp") },
  };
  if (args.background === true) return inBackground(dependencies, call, takesTasks);
  const { body, count, resultId } = await service.run({ ...call, entryPoint: "mcp", disconnect: signal, onProgress });
  const { rows } = await workOn(body, { do: "query", query: { limit: FIRST } });
  const cost = { credits_charged: state.charged, points_left: state.points };
  return resultOf({
    result_id: resultId,
    total: count,
    shown: rows.length,
    ...cost,
    ...factsView(state.facts),
    records: fields.length > 0 ? rows.map((row) => pick(row, fields)) : rows,
  });
}

/** A job is a result that does not exist yet: its id is read like any other. */
async function inBackground({ jobs }: McpDependencies, call: Submission, takesTasks: boolean): Promise<ToolResult> {
  const submitted = await jobs.submit(call);
  if (takesTasks && "job" in submitted) return newTask(submitted.job) as ToolResult;
  const id = "job" in submitted ? submitted.job.id : submitted.answer.requestId;
  const cost = { credits_charged: 0, points_left: call.state.points };
  const status = "job" in submitted ? submitted.job.status : "succeeded";
  return resultOf({ result_id: id, total: 0, shown: 0, ...cost, ...factsView(null), records: [], status });
}

const LINK_SECONDS = 86_400;

/** A link that needs no key: the same if a result is exported again. */
async function fileLink(
  { links, publicOrigin }: McpDependencies,
  caller: Caller,
  resultId: string,
  format: ExportFormat,
) {
  const id = resultId.toLowerCase();
  const input = { kind: "request" as const, id, format, seconds: LINK_SECONDS, idempotencyKey: "mcp" };
  const { url, expires_at } = await links.create(caller, input);
  return { url: `${publicOrigin()}${url}`, expires_at };
}

const runTool = <N extends ToolName>(dependencies: McpDependencies, name: N, call: ToolCall): Promise<ToolResult> =>
  byName[name](dependencies, { ...call, args: checkArguments(name, call.args) });

/** The single error boundary: an agent sees what it can act on, and no internals. */
export async function callTool(
  dependencies: McpDependencies,
  name: string,
  given: Omit<ToolCall, "requestId">,
): Promise<ToolResult> {
  const call = { ...given, requestId: newRequestId(dependencies.clock.now()) };
  try {
    dependencies.window.count(call.caller.account.id);
    if (!isTool(name)) {
      throw new Fault(`There is no tool "${name.slice(0, 60)}". Tools: ${tools.map((tool) => tool.name).join(", ")}.`);
    }
    return await runTool(dependencies, name, call);
  } catch (error) {
    return { content: [{ type: "text", text: shownError(dependencies, error, call.requestId) }], isError: true };
  }
}
