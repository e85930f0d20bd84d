import { randomUUID } from "node:crypto";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  isInitializeRequest,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WinnowError } from "../contract/errors.ts";
import { callTool, type McpParts, shownError, type ToolCall } from "./call-tool.ts";
import { CallWindow } from "./call-window.ts";
import { InFlight } from "./in-flight.ts";
import { listedTools } from "./listed-tools.ts";
import { readResource, resourceTemplates } from "./resources.ts";
import { ResultReader } from "./result-reader.ts";

const instructions =
  "Structured records taken live from public websites. discover lists the operations (free); execute runs one and costs points; get_page, query and export read its result (free).";

/**
 * `/mcp`: Streamable HTTP without sessions, so that any process serves any call. The key comes in `access-token`,
 * or as the bearer token that MCP clients send: at this entry point alone.
 */
export function mcpEntryPoint(given: Omit<McpParts, "window" | "reader">, allowedOrigins: () => string[]) {
  const inFlight = new InFlight();
  const parts: McpParts = { ...given, window: new CallWindow(given.clock), reader: new ResultReader() };
  return (server: FastifyInstance): void => {
    server.addHook("onClose", () => parts.reader.close());
    server.route({
      method: "POST",
      url: "/mcp",
      bodyLimit: 1024 * 1024,
      onRequest: async (request) => {
        refuseForeignOrigin(request, allowedOrigins());
        request.holder = await parts.service.identify(secretOf(request), request.ip);
      },
      preHandler: async ({ body }) => refuseBulk(body),
      handler: (request, reply) => answer(parts, inFlight, request, reply),
    });
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
    { name: "winnow", version: "0.0.1" },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  mcp.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: listedTools as never }));
  mcp.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: [] }));
  mcp.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates }));
  mcp.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    readResource(parts, holder, params.uri).catch((error) => {
      throw new McpError(ErrorCode.InvalidParams, shownError(parts, error));
    }),
  );
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { signal, done } = inFlight.begin(`${holder.key.id}/${session}/${extra.requestId}`, extra.signal);
    const token = params._meta?.progressToken;
    try {
      return await callTool(parts, params.name, {
        holder,
        from,
        args: params.arguments ?? {},
        signal,
        onProgress({ pages, records }) {
          if (token === undefined) return;
          const progress = {
            progressToken: token,
            progress: records,
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

function secretOf({ headers }: FastifyRequest): string {
  const own = headers["access-token"];
  if (typeof own === "string" && own !== "") return own;
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "");
  if (!bearer)
    throw new WinnowError("key_missing", "Send your API key in the access-token header, or as a bearer token.");
  return bearer[1]!;
}

/** A page of another site in the user's browser must not reach a service on their machine. */
function refuseForeignOrigin({ headers }: FastifyRequest, allowed: string[]): void {
  const { origin } = headers;
  if (origin === undefined || allowed.includes(origin)) return;
  throw new WinnowError("origin_forbidden", `Calls from pages of ${origin} are not accepted here.`);
}

/** Names that one object of a message may have: the SDK looks at each several times, a third of a second for 60,000. */
const MOST_NAMES = 50;

function refuseBulk(body: unknown): void {
  const message = body as { params?: { arguments?: unknown; _meta?: unknown } } | null;
  const { params } = message ?? {};
  const bulky = [message, params, params?.arguments, params?._meta].some(
    (part) => typeof part === "object" && part !== null && Object.keys(part).length > MOST_NAMES,
  );
  if (bulky) throw new WinnowError("bad_request", `The message has more than ${MOST_NAMES} names in one object.`);
}

const sessionOf = ({ headers }: FastifyRequest): string => String(headers["mcp-session-id"] ?? "");

interface Cancellation {
  method: "notifications/cancelled";
  params: { requestId: string | number };
}

const isCancellation = (body: unknown): body is Cancellation =>
  (body as Partial<Cancellation> | null)?.method === "notifications/cancelled" &&
  (body as Partial<Cancellation>).params?.requestId !== undefined;
