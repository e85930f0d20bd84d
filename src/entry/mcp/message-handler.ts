import { randomUUID } from "node:crypto";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  isInitializeRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { FastifyReply, FastifyRequest } from "fastify";
import packageJson from "../../../package.json" with { type: "json" };
import { callTool, type McpParts, shownError, type ToolCall } from "./call-tool.ts";
import { CallWindow } from "./call-window.ts";
import { InFlight } from "./in-flight.ts";
import { listedTools } from "./listed-tools.ts";
import { completionsOf, promptOf, prompts } from "./prompts.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import { ResultReader } from "./result-reader.ts";

const instructions =
  "Structured records taken live from public websites. discover lists the operations (free); execute runs one and costs points; get_page, query and export read its result (free).";

/** Handles the messages of MCP clients. It loads the SDK, so it is imported with the first message. */
export function openMessageHandler(given: Omit<McpParts, "window" | "reader">) {
  const inFlight = new InFlight();
  const parts: McpParts = { ...given, window: new CallWindow(given.clock, given.windows), reader: new ResultReader() };
  return {
    answer: (request: FastifyRequest, reply: FastifyReply) => answer(parts, inFlight, request, reply),
    close: () => parts.reader.close(),
  };
}

async function answer(
  parts: McpParts,
  inFlight: InFlight,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { holder, body } = request;
  const session = sessionOf(request);
  if (isCancellation(body)) inFlight.cancel(`${holder.key.id}/${session}/${body.params.requestId}`);
  const from = { address: request.ip, headers: request.headers };
  const mcp = mcpServer(parts, { holder, from }, session, inFlight);
  const transport = new StreamableHTTPServerTransport();
  reply.hijack();
  reply.raw.once("close", () => void mcp.close());
  // A label of the conversation, not a session: it tells apart the calls of two clients with one key.
  if (isInitializeRequest(body)) reply.raw.setHeader("mcp-session-id", randomUUID());
  try {
    await mcp.connect(transport as Parameters<Server["connect"]>[0]);
    await transport.handleRequest(request.raw, reply.raw, body);
  } catch (error) {
    request.log.error({ err: error }, "the MCP transport failed");
    reply.raw.destroy();
  }
}

function mcpServer(
  parts: McpParts,
  { holder, from }: Pick<ToolCall, "holder" | "from">,
  session: string,
  inFlight: InFlight,
): Server {
  const mcp = new Server(
    { name: "winnow", version: packageJson.version },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} }, instructions },
  );
  mcp.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: listedTools as never }));
  mcp.setRequestHandler(ListResourcesRequestSchema, async () => {
    parts.window.count(holder.person.id);
    return { resources: await listResources(parts, holder) };
  });
  const { registry } = parts.service;
  const orInvalid = <T>(make: () => T): T => {
    try {
      return make();
    } catch (error) {
      throw new McpError(ErrorCode.InvalidParams, shownError(parts, error));
    }
  };
  mcp.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts }));
  mcp.setRequestHandler(GetPromptRequestSchema, async ({ params }) =>
    orInvalid(() => promptOf(registry, params.name, params.arguments ?? {})),
  );
  mcp.setRequestHandler(CompleteRequestSchema, async ({ params }) => completionsOf(registry, holder, params.argument));
  mcp.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates }));
  mcp.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    readResource(parts, holder, params.uri).catch((error) => {
      throw new McpError(ErrorCode.InvalidParams, shownError(parts, error));
    }),
  );
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { signal, done } = inFlight.begin(`${holder.key.id}/${session}/${extra.requestId}`, extra.signal);
    const token = params._meta?.progressToken;
    const total = countOf(params.arguments);
    let toldPages = 0;
    try {
      return await callTool(parts, params.name, {
        holder,
        from,
        args: params.arguments ?? {},
        signal,
        onProgress({ pages, records }) {
          // A notice a page: agents show each.
          if (token === undefined || pages === toldPages) return;
          toldPages = pages;
          const progress = {
            ...{ progressToken: token, progress: records, ...(total !== undefined && { total }) },
            message: `${records} records from ${pages} pages`,
          };
          void extra.sendNotification({ method: "notifications/progress", params: progress }).catch(() => {});
        },
      });
    } finally {
      done();
    }
  });
  return mcp;
}

/** How many records a call asks for, where it says so. */
function countOf(args: Record<string, unknown> | undefined): number | undefined {
  const { count } = (args?.request ?? {}) as { count?: unknown };
  return typeof count === "number" ? count : undefined;
}

const sessionOf = ({ headers }: FastifyRequest): string => String(headers["mcp-session-id"] ?? "");

interface Cancellation {
  method: "notifications/cancelled";
  params: { requestId: string | number };
}

const isCancellation = (body: unknown): body is Cancellation =>
  (body as Partial<Cancellation> | null)?.method === "notifications/cancelled" &&
  (body as Partial<Cancellation>).params?.requestId !== undefined;
