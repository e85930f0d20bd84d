import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { CommandFailed } from "./command-failed.ts";
import { type ServiceOptions, serviceOf, withServiceOptions } from "./service/connect.ts";

/** An answer of `execute` may take as long as the longest `timeout`, and a little for the way. */
const LONGEST_MS = 1_530_000;

export function registerMcp(program: Command): void {
  const command = program
    .command("mcp")
    .description(
      "MCP over standard input and output, for clients that start a program. Forwards calls to a Winnow service.",
    );
  withServiceOptions(command).action(passOn);
}

async function passOn(options: ServiceOptions): Promise<void> {
  const { url, key } = serviceOf(options);
  const address = new URL("/mcp", url);
  const upstream = new Client({ name: "winnow-stdio", version: packageJson.version });
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers: { "access-token": key } } });
  await upstream.connect(transport as Parameters<Client["connect"]>[0]).catch((error: Error) => {
    throw new CommandFailed(`${address} does not accept the call: ${error.message}`);
  });
  const instructions = upstream.getInstructions();
  const server = new Server(
    { name: "winnow", version: packageJson.version },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} }, ...(instructions && { instructions }) },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => upstream.listTools(params));
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => upstream.listPrompts(params));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => upstream.getPrompt(params));
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => upstream.complete(params));
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => upstream.listResources(params));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => upstream.listResourceTemplates(params));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => upstream.readResource(params));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    const { _meta, ...call } = params;
    const token = _meta?.progressToken;
    return upstream.callTool(call, undefined, {
      signal,
      timeout: LONGEST_MS,
      ...(token !== undefined && {
        onprogress: (progress) =>
          void sendNotification({ method: "notifications/progress", params: { ...progress, progressToken: token } }),
      }),
    });
  });
  server.onclose = () => void upstream.close();
  await server.connect(new StdioServerTransport());
}
