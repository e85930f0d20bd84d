import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isInitializeRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };
import type { Caller } from "../../accounts/types.ts";
import { shownError } from "./agent-words.ts";
import { callTool, type ToolCall } from "./call-tool.ts";
import { createCallWindow } from "./call-window.ts";
import { Fault } from "./fault.ts";
import { type McpDependencies, readResult } from "./read-result.ts";
import { serveTasks, tasksCapability, understandsTasks } from "./tasks.ts";
import { type ExportFormat, exportTypes, tools } from "./tools.ts";

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

/**
 * Bounds that no honest call comes near: they are checked and reported when exceeded, but listing them would cost every
 * agent context.
 */
const unsaid = ["minLength", "maxLength", "maxItems", "pattern", "form", "additionalProperties"];

const brief = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(brief);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !unsaid.includes(name) && !(name === "required" && value.length === 0))
      .map(([name, value]) => [name, brief(value)]),
  );
};

/** The tools as listed for clients. */
export const listedTools = tools.map((tool) => brief(tool)) as Tool[];

/** Running calls, by client and id: a cancellation arrives as a separate request. */
export class InFlight {
  readonly #running = new Map<string, AbortController>();

  begin(id: string, gone: AbortSignal): { signal: AbortSignal; done(): void } {
    const cancelled = new AbortController();
    this.#running.set(id, cancelled);
    return {
      signal: AbortSignal.any([gone, cancelled.signal]),
      done: () => {
        if (this.#running.get(id) === cancelled) this.#running.delete(id);
      },
    };
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort(new Error("the client cancelled the call"));
  }
}

const instructions =
  "Structured records taken live from public websites. discover lists the operations (free); execute runs one and costs points; get_page, query and export read its result (free).";

/** Handles the messages of MCP clients. It loads the SDK, so it is imported with the first message. */
export function openMessageHandler(given: Omit<McpDependencies, "window">) {
  const inFlight = new InFlight();
  const dependencies: McpDependencies = { ...given, window: createCallWindow(given.clock, given.windows) };
  return (request: FastifyRequest, reply: FastifyReply) => answer(dependencies, inFlight, request, reply);
}

/** Serves one HTTP request in either revision of the protocol: clients of 2026-07-28 send no `initialize`. */
async function answer(
  dependencies: McpDependencies,
  inFlight: InFlight,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const { caller, body, headers } = request;
  const session = String(headers["mcp-session-id"] ?? "");
  if (isCancellation(body)) inFlight.cancel(`${caller.key.id}/${session}/${body.params.requestId}`);
  const from = { address: request.ip, headers };
  const { fetch } = createMcpHandler(() => mcpServer(dependencies, { caller, from }, session, inFlight), {
    // A stream sends headers and keepalives immediately, so that no proxy gives up on a long call.
    responseMode: "sse",
    onerror: (error) => request.log.debug({ err: error }, "MCP refused a message"),
  });
  // This header labels a conversation; there is no session behind it. It distinguishes the calls of two clients with one key.
  if (isInitializeRequest(body)) reply.header("mcp-session-id", randomUUID());
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort(new Error("the client disconnected")));
  const sent = Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return fetch(
    new Request("http://localhost/mcp", { method: "POST", headers: Object.fromEntries(sent), signal: gone.signal }),
    { parsedBody: body },
  );
}

function mcpServer(
  dependencies: McpDependencies,
  { caller, from }: Pick<ToolCall, "caller" | "from">,
  session: string,
  inFlight: InFlight,
): Server {
  const mcp = new Server(
    { name: "winnow", version: packageJson.version },
    { capabilities: { tools: {}, resources: {}, ...tasksCapability }, instructions },
  );
  mcp.setRequestHandler("tools/list", async () => ({ tools: listedTools }));
  mcp.setRequestHandler("resources/list", async () => {
    dependencies.window.count(caller.account.id);
    return { resources: await listResources(dependencies, caller) };
  });
  mcp.setRequestHandler("resources/templates/list", async () => ({ resourceTemplates }));
  mcp.setRequestHandler("resources/read", ({ params }) =>
    readResource(dependencies, caller, params.uri).catch((error) => {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, shownError(dependencies, error));
    }),
  );
  serveTasks(mcp, dependencies, caller);
  mcp.setRequestHandler("tools/call", async ({ params }, context) => {
    const { mcpReq } = context;
    const { signal, done } = inFlight.begin(`${caller.key.id}/${session}/${mcpReq.id}`, mcpReq.signal);
    const token = params._meta?.progressToken;
    const total = countOf(params.arguments);
    let reportedPages = 0;
    try {
      return await callTool(dependencies, params.name, {
        caller,
        from,
        args: params.arguments ?? {},
        signal,
        takesTasks: understandsTasks(context),
        onProgress({ pages, records }) {
          // One notification per page: agents show each.
          if (token === undefined || pages === reportedPages) return;
          reportedPages = pages;
          const progress = {
            progressToken: token,
            progress: records,
            ...(total !== undefined && { total }),
            message: `${records} records from ${pages} pages`,
          };
          void mcpReq.notify({ method: "notifications/progress", params: progress }).catch(() => {});
        },
      });
    } finally {
      done();
    }
  });
  return mcp;
}

/** How many records a call requests, if it says so. */
function countOf(args: Record<string, unknown> | undefined): number | undefined {
  const { count } = (args?.request ?? {}) as { count?: unknown };
  return typeof count === "number" ? count : undefined;
}

interface Cancellation {
  method: "notifications/cancelled";
  params: { requestId: string | number };
}

const isCancellation = (body: unknown): body is Cancellation =>
  (body as Partial<Cancellation> | null)?.method === "notifications/cancelled" &&
  (body as Partial<Cancellation>).params?.requestId !== undefined;
