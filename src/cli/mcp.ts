import { createInterface } from "node:readline";
import type { Command } from "commander";
import { errorMessage } from "../base/thrown.ts";
import { findService, type ServiceOptions, withServiceOptions } from "./service/connect.ts";

export function register(program: Command): void {
  const command = program
    .command("mcp")
    .description(
      "MCP over standard input and output, for clients that start a program. Forwards calls to a Winnow service.",
    );
  withServiceOptions(command).action(async (options: ServiceOptions) => {
    const { url, key } = findService(options);
    const forward = forwarder(new URL("/mcp", url), key, (line) => process.stdout.write(`${line}\n`));
    for await (const line of createInterface({ input: process.stdin })) if (line !== "") void forward(line);
    process.exit(0);
  });
}

interface Message {
  id?: string | number;
  method?: string;
  params?: {
    requestId?: string | number;
    name?: string;
    uri?: string;
    protocolVersion?: string;
    _meta?: Record<string, unknown>;
  };
  result?: { protocolVersion?: string };
}

const REVISION = "io.modelcontextprotocol/protocolVersion";

/**
 * Sends each message to the service unchanged, and prints the replies, so that stdio offers whatever `/mcp` does.
 * Translates only what HTTP puts in headers and stdio in messages.
 */
function forwarder(address: URL, key: string, print: (line: string) => void) {
  const running = new Map<string | number, AbortController>();
  const conversation = { session: "", revision: "" };

  /** Prints a message of the service, and returns the id of the one that it responds to. */
  const receive = (data: string): Message["id"] => {
    const { id, method, result }: Message = JSON.parse(data);
    if (result?.protocolVersion) conversation.revision = result.protocolVersion;
    print(data);
    return method === undefined ? id : undefined;
  };

  /** Whether the service responded to the message; a connection may be cut after the response. */
  const post = async (message: Message, line: string, signal: AbortSignal): Promise<boolean> => {
    const headers = { ...headersOf(message, conversation), "access-token": key };
    const response = await fetch(address, { method: "POST", headers, body: line, signal });
    conversation.session = response.headers.get("mcp-session-id") ?? conversation.session;
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream") && response.body) {
      for await (const event of linesOf(response.body)) {
        if (!event.startsWith("data:") || event.length <= "data: ".length) continue;
        if (receive(event.slice("data:".length).trim()) === message.id) return true;
      }
      return false;
    }
    const text = await response.text();
    if (text.includes('"jsonrpc"')) receive(text);
    else if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text !== "";
  };

  return async (line: string): Promise<void> => {
    const message = parsed(line);
    const { id, method, params } = message;
    // Over HTTP, a client cancels a call by closing its connection.
    if (method === "notifications/cancelled") return running.get(params?.requestId ?? "")?.abort();
    const controller = new AbortController();
    if (id !== undefined) running.set(id, controller);
    try {
      const isAnswered = await post(message, line, controller.signal);
      if (!isAnswered && id !== undefined) throw new Error("the connection ended before the response");
    } catch (error) {
      if (id === undefined || controller.signal.aborted) return;
      const reason = `${address} did not accept the call: ${errorMessage(error)}`;
      print(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_000, message: reason } }));
    } finally {
      if (id !== undefined) running.delete(id);
    }
  };
}

/** Complete lines. Unlike `readline`, it throws if the connection is cut. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Leaves invalid JSON to the service, which reports what is wrong with it. */
function parsed(line: string): Message {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}

/** Clients of 2026-07-28 name the revision in each message; older ones agree on it once, in `initialize`. */
function headersOf(
  { method, params }: Message,
  { session, revision }: { session: string; revision: string },
): Record<string, string> {
  const named = params?._meta?.[REVISION];
  const name = params?.name ?? params?.uri;
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(session && { "mcp-session-id": session }),
    ...(typeof named !== "string" && revision && { "mcp-protocol-version": revision }),
    ...(typeof named === "string" && {
      "mcp-protocol-version": named,
      "mcp-method": method ?? "",
      ...(name !== undefined && { "mcp-name": headerText(name) }),
    }),
  };
}

/** A header is ASCII only; the protocol defines an encoding for other text. */
const headerText = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?base64?")
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
