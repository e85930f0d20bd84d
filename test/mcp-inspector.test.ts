import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/service.ts";

const inspector = fileURLToPath(new URL("../node_modules/.bin/mcp-inspector", import.meta.url));

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey({ points: 1_000, usage_context: "mcp_only" });
});
afterAll(() => service.close());

/** The MCP Inspector's command line, once; throws with its exit code where it says there was an error. */
async function inspect(method: string, words: string[] = [], as = key): Promise<any> {
  const target = [`${service.address}/mcp`, "--transport", "http", "--header", `access-token: ${as}`];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inspector, "--cli", ...target, "--method", method, ...words],
    { env: { PATH: process.env.PATH, HOME: service.config.database.dataDir }, maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout);
}

async function use(tool: string, args: Record<string, unknown>): Promise<any> {
  const words = Object.entries(args).flatMap(([name, value]) => [
    "--tool-arg",
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  ]);
  return inspect("tools/call", ["--tool-name", tool, ...words]);
}

test("the Inspector lists the five tools, and is refused with a wrong key", async () => {
  const [{ tools }, refused] = await Promise.all([
    inspect("tools/list", ["--strict"]),
    inspect("tools/list", [], "wrong").catch((error) => error),
  ]);
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    "discover",
    "execute",
    "get_page",
    "query",
    "export",
  ]);
  expect(refused.code).toBeGreaterThan(0);
});

test("every operation runs with the examples that discover gives", async () => {
  // One connection of the SDK that the Inspector is made of: a process for each operation would show no more.
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { "access-token": key } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }) as unknown as Parameters<
      Client["connect"]
    >[0],
  );
  const { structuredContent } = (await client.callTool({ name: "discover", arguments: {} })) as any;
  const names: string[] = structuredContent.operations.map(({ operation }: { operation: string }) => operation);
  expect(names).toEqual(service.registry.entries.map(({ name }) => name));
  for (const operation of names) {
    const request = service.registry.byName(operation)!.operation.examples[0];
    const answer: any = await client.callTool({ name: "execute", arguments: { operation, request } });
    expect(answer.isError, operation).toBeFalsy();
    expect(answer.structuredContent.total, operation).toBeGreaterThan(0);
    expect(answer.structuredContent.credits_charged, operation).toBeGreaterThan(0);
  }
  await client.close();
});

test("the Inspector pages, queries and exports a result", async () => {
  const request = { keyword: "koffiezetapparaat", count: 25 };
  const { structuredContent } = await use("execute", { operation: "nlretail/products/search", request });
  const { result_id, total, shown } = structuredContent;
  expect([total, shown]).toEqual([25, 10]);
  const [page, cheapest, exported] = await Promise.all([
    use("get_page", { result_id, offset: 20, limit: 10 }),
    use("query", { result_id, sort: [{ field: "price" }], limit: 3, fields: ["price"] }),
    use("export", { result_id, format: "ndjson", fields: ["id"] }),
  ]);
  expect(page.structuredContent.records).toHaveLength(5);
  const prices = cheapest.structuredContent.rows.map(({ price }: { price: number }) => price);
  expect(prices).toEqual([...prices].sort((a, b) => a - b));
  expect(JSON.stringify(exported).match(/\\"id\\"/g)).toHaveLength(25);
});
