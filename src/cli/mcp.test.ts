import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import type { TestService } from "../../test/support/service.ts";
import { sharedToyService } from "../../test/support/shared-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await sharedToyService();
});

const program = fileURLToPath(new URL("./launch.js", import.meta.url));

test.each([
  ["2025-11-25", "legacy" as const],
  ["2026-07-28", { pin: "2026-07-28" }],
])("`winnow mcp` serves over stdio what /mcp serves, in revision %s", async (_, mode) => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp"],
    env: { WINNOW_URL: service.address, WINNOW_KEY: service.demoKey, PATH: process.env.PATH ?? "" },
  });
  await client.connect(transport);
  const methods = methodsFrom(transport);
  expect((await client.listTools()).tools).toHaveLength(5);
  expect(client.getServerVersion()).toEqual({ name: "winnow", version: packageJson.version });
  const { structuredContent } = await client.callTool(
    { name: "execute", arguments: { operation: "toyshelf/things", request: { shelf: "top", count: 12 } } },
    { onprogress: () => {} },
  );
  expect(structuredContent).toMatchObject({ total: 12 });
  expect(methods).toContain("notifications/progress");
  await client.close();
});

test.each([
  ["text/event-stream", 'event: message\ndata: {"jsonrpc":"2.0","id":1,"res', "end"],
  ["text/event-stream", ": still running\n\n", "end"],
  ["text/event-stream", ": still running\n\n", "reset"],
  ["application/json", '{"jsonrpc":"2.0","id":1,"res', "end"],
  ["application/json", "", "end"],
])("a response that is cut off (%s, %j, %s) is an error for its message", async (type, text, how) => {
  const cutting = createServer((_, reply) => {
    reply.writeHead(200, { "content-type": type });
    if (how === "end") reply.end(text);
    else reply.write(text, () => reply.destroy());
  });
  await new Promise<void>((resolve) => cutting.listen(0, "127.0.0.1", resolve));
  const { port } = cutting.address() as AddressInfo;
  const env = { WINNOW_URL: `http://127.0.0.1:${port}`, WINNOW_KEY: "k", PATH: process.env.PATH ?? "" };
  const child = spawn(process.execPath, [program, "mcp"], { env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute"}}\n');
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  expect(JSON.parse(line)).toMatchObject({ id: 1, error: { message: expect.stringContaining("did not accept") } });
  child.stdin.end();
  await once(child, "exit");
  cutting.close();
});

/** Read from the transport, because the client drops progress that arrives in one chunk with the answer. */
function methodsFrom(transport: StdioClientTransport): string[] {
  const methods: string[] = [];
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    if ("method" in message) methods.push(message.method);
    onmessage?.(message);
  };
  return methods;
}
