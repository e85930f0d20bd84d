import { randomUUID } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Caller } from "../../accounts/types.ts";
import type { Clock } from "../../base/clock.ts";
import { factsView } from "../../contract/answer-facts.ts";
import { catalogue } from "../../contract/catalogue.ts";
import { WinnowError } from "../../contract/errors.ts";
import { nearest } from "../../contract/nearest.ts";
import type { ExtractionStats } from "../../extraction/types.ts";
import type { LinksApi } from "../../jobs/link-types.ts";
import type { JobsApi, Submission } from "../../jobs/types.ts";
import type { JobView } from "../../jobs/work-views.ts";
import { limits } from "../../limits/limits.ts";
import type { HistoryRow } from "../../metering/history.ts";
import type { StoredAnswer } from "../../metering/types.ts";
import { errorText } from "../../service/error-text.ts";
import { loggedRun, type Origin } from "../../service/logged-run.ts";
import { type CallState, newCallState } from "../../service/operation-call.ts";
import type { Entry } from "../../service/registry.ts";
import { whyIncomplete } from "../../service/sent-part.ts";
import type { Service } from "../../service/service.ts";
import type { Windows } from "../../store/shared-windows.ts";
import type { CallWindow } from "./call-window.ts";
import { checkArguments, isTool } from "./check-arguments.ts";
import { discover, findEntry } from "./discover.ts";
import { Fault } from "./fault.ts";
import type { ResultReader } from "./result-reader.ts";
import type { ResultJob } from "./result-worker.ts";
import { type Arguments, type ToolName, tools } from "./tools.ts";

export interface McpDependencies {
  service: Service;
  clock: Clock;
  /** Call counts, shared by all processes. */
  windows: Windows;
  log: { error(context: object, message: string): void };
  /** A stored result of the account, from these sources if given. */
  answerOf(
    accountId: string,
    requestId: string,
    sources: string[] | null,
  ): Promise<(StoredAnswer & { results: number }) | null>;
  /** The account's newest requests, for the key's sources. */
  recent(caller: Caller, max: number): Promise<HistoryRow[]>;
  /** Work that outlives the call. */
  jobs: Pick<JobsApi, "submit" | "find">;
  links: Pick<LinksApi, "create">;
  /** The public address, such as `https://winnow.example`. */
  publicOrigin(): string;
  window: CallWindow;
  reader: ResultReader;
}

export interface ToolCall<Args = Record<string, unknown>> {
  caller: Caller;
  args: Args;
  signal: AbortSignal;
  from: Origin;
  onProgress(stats: ExtractionStats): void;
}

export type ToolResult = CallToolResult & { structuredContent?: Record<string, unknown> };

type Tool<N extends ToolName> = (dependencies: McpDependencies, call: ToolCall<Arguments[N]>) => Promise<ToolResult>;

/** Records an agent sees before it requests more. */
const FIRST = 10;

const resultOf = (answer: Record<string, unknown>) => ({
  content: [{ type: "text" as const, text: JSON.stringify(answer) }],
  structuredContent: answer,
});

const byName: { [N in ToolName]: Tool<N> } = {
  discover: async ({ service }, { args }) => resultOf(discover(service.registry, args)),

  async execute(dependencies, call) {
    const { service, clock } = dependencies;
    const entry = findEntry(service.registry, call.args.operation);
    const about = { entry, state: newCallState(clock.now()), entryPoint: "mcp" as const, body: call.args.request };
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
    const bytes = Buffer.byteLength(text);
    const { content, structuredContent } = resultOf({ url: uri, expires_at, format, bytes, ...about });
    // The whole response goes into the agent's context: a large file is only linked.
    const link = { type: "resource_link" as const, uri, name: `${result_id}.${format}`, mimeType, size: bytes };
    const resource = { uri: `winnow://results/${result_id}.${format}`, mimeType, text };
    const file = { type: "resource" as const, resource };
    return { content: [...content, link, ...(bytes <= limits.mcpInline.max ? [file] : [])], structuredContent };
  },
};

/** An agent that misspells a field would pay for something it did not mean. */
function refuseUnknown({ operation, name }: Entry, names: string[]): never {
  const known = Object.keys(operation.request.properties);
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
  { caller, args, signal, onProgress }: ToolCall<Arguments["execute"]>,
  { entry, state }: { entry: Entry; state: CallState },
): Promise<ToolResult> {
  const { service, reader } = dependencies;
  service.permit(caller, entry, "mcp");
  const call = {
    entry,
    caller,
    request: service.readBody(entry, Buffer.from(JSON.stringify(args.request)), "application/json", (names) =>
      refuseUnknown(entry, names),
    ),
    state,
    maxCost: args.max_cost ?? null,
    idempotencyKey: args.idempotency_key ?? null,
    cache: args.no_cache === true ? { maxAge: 0, store: true } : undefined,
  };
  if (args.background === true) return resultOf(await inBackground(dependencies, call));
  const { body, count, resultId } = await service.run({ ...call, entryPoint: "mcp", disconnect: signal, onProgress });
  const { rows } = await reader.read(body, { do: "query", query: { limit: FIRST } });
  return resultOf({
    result_id: resultId,
    total: count,
    shown: rows.length,
    credits_charged: state.charged,
    points_left: state.points,
    ...factsView(state.facts),
    records: rows,
  });
}

/** A job is a result that does not exist yet: its id is read like any other. */
async function inBackground({ jobs }: McpDependencies, call: Submission): Promise<Record<string, unknown>> {
  const submitted = await jobs.submit(call);
  const id = "job" in submitted ? submitted.job.id : submitted.answer.requestId;
  return {
    result_id: id,
    total: 0,
    shown: 0,
    credits_charged: 0,
    points_left: call.state.points,
    ...factsView(null),
    records: [],
    status: "job" in submitted ? submitted.job.status : "succeeded",
  };
}

type Format = Extract<ResultJob, { do: "export" }>["format"];

export const exportTypes: Record<Format, string> = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv",
};

const LINK_SECONDS = 86_400;

/** A link that needs no key: the same if a result is exported again. */
async function fileLink({ links, publicOrigin }: McpDependencies, caller: Caller, resultId: string, format: Format) {
  const id = resultId.toLowerCase();
  const input = { kind: "request" as const, id, format, seconds: LINK_SECONDS, idempotencyKey: "mcp" };
  const { url, expires_at } = await links.create(caller, input);
  return { url: `${publicOrigin()}${url}`, expires_at };
}

/** A stored result, within the account and the key's sources. */
export async function readResult<J extends ResultJob>(
  { answerOf, jobs, reader, window }: McpDependencies,
  caller: Caller,
  id: string,
  job: J,
) {
  const { account, key } = caller;
  return window.during(account.id, async () => {
    const answer = await answerOf(account.id, id.toLowerCase(), key.sources);
    if (!answer) refuseJob(await jobs.find(caller, id.toLowerCase()));
    if (!answer)
      throw new Fault(`There is no result "${id}" for this key; results are kept 7 days. Run execute again.`);
    const why = whyIncomplete(answer);
    if (why) throw new Fault(why);
    return reader.read(answer.body, job);
  });
}

/** Why a job has no records: it has not ended, or it failed. */
function refuseJob(job: JobView | null): void {
  if (job?.error?.code) throw new WinnowError(job.error.code, job.error.detail);
  if (job === null || job.ended_at !== null) return;
  const { pages, records } = job.progress;
  throw new Fault(
    `The result is not there yet: ${job.status}, ${pages} pages and ${records} records so far. Ask again in a few seconds.`,
  );
}

const runTool = <N extends ToolName>(dependencies: McpDependencies, name: N, call: ToolCall): Promise<ToolResult> =>
  byName[name](dependencies, { ...call, args: checkArguments(name, call.args) });

/** The single error boundary: an agent sees what it can act on, and no internals. */
export async function callTool(dependencies: McpDependencies, name: string, call: ToolCall): Promise<ToolResult> {
  try {
    dependencies.window.count(call.caller.account.id);
    if (!isTool(name)) {
      throw new Fault(`There is no tool "${name.slice(0, 60)}". Tools: ${tools.map((tool) => tool.name).join(", ")}.`);
    }
    return await runTool(dependencies, name, call);
  } catch (error) {
    return { content: [{ type: "text", text: shownError(dependencies, error) }], isError: true };
  }
}

export function shownError({ log }: McpDependencies, error: unknown): string {
  if (error instanceof Fault) return error.message;
  if (error instanceof WinnowError) {
    const said = errorText(error);
    const hint = error.hint ?? catalogue[error.code].advice;
    const next = said.includes(hint.replace(/^[\w.]+: /, "")) ? "" : ` ${hint}`;
    return inToolWords(`${error.status} ${error.code}: ${said}${next} Nothing was charged.`, error);
  }
  const reference = randomUUID();
  log.error({ err: error, reference }, "an MCP call failed");
  return `500 internal: something went wrong on our side. Try again; quote ${reference} when you report it.`;
}

/** An agent passes arguments and sees no headers, so headers are renamed to arguments. */
const inToolWords = (words: string, { headers }: WinnowError): string =>
  words
    .replaceAll("x-max-cost", "max_cost")
    .replaceAll("Idempotency-Key", "idempotency_key")
    .replaceAll("the seconds in Retry-After", `${headers["retry-after"] ?? "a few"} seconds`);
