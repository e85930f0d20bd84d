import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/**
 * `node scripts/agent-session.ts <address> <key> [count]`: runs an agent's session over MCP against a running service, and
 * prints what each step adds to the agent's context (arguments and response content, at four characters per token).
 */
const [address, key, count = "1000"] = process.argv.slice(2);
if (!address || !key) throw new Error("pass the address of a service and a key");

const client = new Client({ name: "agent-session", version: "1" });
const headers = { "access-token": key };
await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }));

const operation = "nlretail/products/search";
const rows: Array<[step: string, characters: number]> = [];
rows.push(["tools/list", JSON.stringify(await client.listTools()).length]);

interface Result {
  result_id: string;
  total: number;
}

async function step(name: string, args: Record<string, unknown>): Promise<Result> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
  rows.push([name, JSON.stringify(args).length + JSON.stringify(content).length]);
  return structuredContent as unknown as Result;
}

await step("discover", {});
await step("discover", { operation });
const { result_id, total } = await step("execute", {
  operation,
  request: { keyword: "koffiezetapparaat", count: Number(count) },
});
await step("get_page", { result_id, offset: 10, limit: 20 });
await step("query", { result_id, sort: [{ field: "price" }], fields: ["name", "price"], limit: 20 });
await step("export", { result_id });
await client.close();

console.log(`${total} records`);
rows.push(["all", rows.reduce((sum, [, characters]) => sum + characters, 0)]);
for (const [name, characters] of rows) console.log(`| ${name} | ${Math.round(characters / 4).toLocaleString("en")} |`);
