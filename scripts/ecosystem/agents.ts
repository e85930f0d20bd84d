import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Check, shell, type World } from "./world.ts";

/**
 * Scenarios of a revision that need no fixture server. The others call tools, prompts and resources that only the fixture
 * has (`test_simple_text`, `test://static-text`), or need logging, tasks or elicitation, which the service does not offer.
 */
const inBoth = ["tools-list", "resources-list", "server-sse-multiple-streams", "dns-rebinding-protection"];
const scenarios = {
  "2025-11-25": [...inBoth, "server-initialize", "ping"],
  "2026-07-28": [
    ...inBoth,
    "server-stateless",
    "http-header-validation",
    "caching",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods",
  ],
};
/** Checks in those scenarios that still call a fixture's tool, or prompts, which this server does not declare. */
const notApplicable = [
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2549-prompts-list-caching-hints",
];

/** Runs the whole suite for a revision; throws with the checks that failed in the scenarios above. */
async function conforms({ addressWithKey }: World, folder: string, revision: keyof typeof scenarios): Promise<string> {
  const out = join(folder, revision);
  const args = ["server", "--url", `${addressWithKey}/mcp`, "--requirements", revision, "-o", out];
  // The suite fails in the scenarios that need its fixtures.
  await shell(folder, "conformance", args).catch(() => {});
  const folders = await readdir(out);
  let passed = 0;
  const failed: string[] = [];
  for (const scenario of scenarios[revision]) {
    const made = folders.find((name) => name.startsWith(`server-${scenario}-${new Date().getFullYear()}`));
    if (!made) throw new Error(`${scenario} did not run`);
    const checks = JSON.parse(await readFile(join(out, made, "checks.json"), "utf8")) as ConformanceCheck[];
    passed += checks.filter(({ status }) => status === "SUCCESS").length;
    const faults = checks.filter(({ id, status }) => status === "FAILURE" && !notApplicable.includes(id));
    failed.push(...faults.map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`));
  }
  if (failed.length > 0) throw new Error(failed.join("\n"));
  const { length } = scenarios[revision];
  return `${length} of ${length} scenarios that need no fixture server, ${passed} checks`;
}

interface ConformanceCheck {
  id: string;
  status: "SUCCESS" | "FAILURE" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

const request = { keyword: "koffiezetapparaat", count: 20 };
const call = { operation: "nlretail/products/search", request };
const json = (value: unknown): string => JSON.stringify(value);
const tools = ["discover", "execute", "export", "get_page", "query"];

/** Runs a program that prints the names of the tools, then a result that must report 20 records. */
async function talks(folder: string, program: string): Promise<string> {
  await writeFile(join(folder, "program.mjs"), program);
  const [names, ...result] = (await shell(folder, process.execPath, ["program.mjs"])).trim().split("\n");
  if (names !== tools.join()) throw new Error(`tools: ${names}`);
  if (!/total\\?"\s*:\s*20/.test(result.join(""))) throw new Error(`no records: ${result.join("").slice(0, 500)}`);
  return "5 tools; `execute` gives 20 records";
}

const bridge = ({ address, key }: World) =>
  `mcp-remote ${address}/mcp --allow-http --header access-token:${key}`.split(" ");

/** For a program with a connected `client` of the MCP SDK. */
const useClient = `console.log((await client.listTools()).tools.map(({ name }) => name).sort().join());
console.log(JSON.stringify(await client.callTool({ name: "execute", arguments: ${json(call)} })));
await client.close();`;

export const agents: Check[] = [
  ...(Object.keys(scenarios) as Array<keyof typeof scenarios>).map(
    (revision): Check => ({
      tool: `@modelcontextprotocol/conformance, revision ${revision}`,
      packages: ["@modelcontextprotocol/conformance@0.2.0-alpha.12"],
      run: (world, folder) => conforms(world, folder, revision),
    }),
  ),
  {
    tool: "@modelcontextprotocol/client pinned to 2026-07-28",
    packages: ["@modelcontextprotocol/client@2"],
    run: ({ address, key }, folder) =>
      talks(
        folder,
        `import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
const client = new Client({ name: "check", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
await client.connect(new StreamableHTTPClientTransport(new URL(${json(`${address}/mcp`)}), { requestInit: { headers: { "access-token": ${json(key)} } } }));
${useClient}`,
      ),
  },
  {
    tool: "MCP Inspector",
    packages: ["@modelcontextprotocol/inspector"],
    async run({ address, key }, folder) {
      const inspect = (as: string, method: string, ...words: string[]) => {
        const to = [`${address}/mcp`, "--transport", "http", "--header", `access-token: ${as}`];
        // Its notices follow the response on stderr.
        const program = `mcp-inspector "$@" 2>/dev/null`;
        return shell(folder, "sh", ["-c", program, "sh", "--cli", ...to, "--method", method, ...words]);
      };
      const use = async (tool: string, args: Record<string, unknown>) => {
        const words = Object.entries(args).flatMap(([name, value]) => [
          "--tool-arg",
          `${name}=${typeof value === "string" ? value : json(value)}`,
        ]);
        return JSON.parse(await inspect(key, "tools/call", "--tool-name", tool, ...words)).structuredContent;
      };
      const listed = JSON.parse(await inspect(key, "tools/list", "--strict")).tools.map(({ name }: any) => name);
      if (listed.sort().join() !== tools.join()) throw new Error(`tools: ${listed}`);
      if (await inspect("wrong", "tools/list").catch(() => null)) throw new Error("a wrong key lists the tools");
      const { result_id, total } = await use("execute", call);
      const { records } = await use("get_page", { result_id, offset: 15, limit: 10 });
      const { rows } = await use("query", { result_id, sort: [{ field: "price" }], limit: 3, fields: ["price"] });
      await use("export", { result_id, format: "ndjson", fields: ["id"] });
      if (total !== 20 || records.length !== 5 || rows.length !== 3) throw new Error(json({ total, records, rows }));
      return "5 tools; `execute` gives 20 records, which it pages, queries and exports; a wrong key is refused";
    },
  },
  {
    tool: "ai-sdk (@ai-sdk/mcp)",
    packages: ["@ai-sdk/mcp", "zod"],
    run: ({ address, key }, folder) =>
      talks(
        folder,
        `import { createMCPClient } from "@ai-sdk/mcp";
const client = await createMCPClient({ transport: { type: "http", url: ${json(`${address}/mcp`)}, headers: { "access-token": ${json(key)} } } });
const tools = await client.tools();
console.log(Object.keys(tools).sort().join());
console.log(JSON.stringify(await tools.execute.execute(${json(call)}, { toolCallId: "1", messages: [] })));
await client.close();`,
      ),
  },
  {
    tool: "@langchain/mcp-adapters",
    packages: ["@langchain/mcp-adapters", "@langchain/core", "@langchain/langgraph"],
    run: ({ address, key }, folder) =>
      talks(
        folder,
        `import { MultiServerMCPClient } from "@langchain/mcp-adapters";
const client = new MultiServerMCPClient({ mcpServers: { winnow: { transport: "http", url: ${json(`${address}/mcp`)}, headers: { "access-token": ${json(key)} } } } });
const tools = await client.getTools();
console.log(tools.map(({ name }) => name).sort().join());
console.log(JSON.stringify(await tools.find(({ name }) => name === "execute").invoke(${json(call)})));
await client.close();`,
      ),
  },
  {
    tool: "mcporter",
    packages: ["mcporter"],
    async run({ address, key }, folder) {
      const config = { mcpServers: { winnow: { baseUrl: `${address}/mcp`, headers: { "access-token": key } } } };
      await writeFile(join(folder, "mcporter.json"), json(config));
      const to = ["--config", "mcporter.json"];
      const listed = await shell(folder, "mcporter", [...to, "list", "winnow"]);
      const how = ["--args", json(call), "--output", "json"];
      const said = await shell(folder, "mcporter", [...to, "call", "winnow.execute", ...how]);
      if (!tools.every((name) => listed.includes(name)) || !/total\\?"\s*:\s*20/.test(said))
        throw new Error(said.slice(0, 500));
      return "5 tools; `execute` gives 20 records";
    },
  },
  {
    tool: "mcp-remote, key in a header",
    packages: ["mcp-remote", "@modelcontextprotocol/sdk"],
    run: (world, folder) =>
      talks(
        folder,
        `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const [command, ...args] = ${json(bridge(world))};
const client = new Client({ name: "check", version: "1" });
await client.connect(new StdioClientTransport({ command: "node_modules/.bin/" + command, args, stderr: "ignore" }));
${useClient}`,
      ),
  },
  {
    tool: "mcp-remote with OAuth",
    packages: ["mcp-remote", "@modelcontextprotocol/sdk"],
    run: ({ address, operatorToken }, folder) =>
      talks(
        folder,
        `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const address = ${json(address)};
let cookie = "";
const person = async (path, body) => {
  const operator = { "x-operator-token": ${json(operatorToken)} };
  const headers = { "content-type": "application/json", "x-winnow-dashboard": "1", cookie, ...operator };
  const answer = await fetch(address + "/dashboard-api" + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(path + " " + answer.status + " " + (await answer.text()));
  cookie = answer.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ") || cookie;
  return answer.json();
};
await person("/sign-up", { name: "Ada", email: "ada@people.example", password: "correct horse battery" });
const transport = new StdioClientTransport({
  command: "node_modules/.bin/mcp-remote",
  args: [address + "/mcp", "--allow-http"],
  env: { ...process.env, MCP_REMOTE_CONFIG_DIR: ${json(join(folder, "tokens"))}, BROWSER: "true" },
  stderr: "pipe",
});
let said = "";
let asked = false;
transport.stderr.on("data", async (chunk) => {
  said += chunk;
  const url = /https?:\\S+\\/oauth\\/authorize\\?\\S+/.exec(said)?.[0];
  if (!url || asked) return;
  asked = true;
  const request = Object.fromEntries(new URL(url).searchParams);
  const { redirect } = await person("/oauth/consent", { request, allow: true, sources: null, spending_cap: 50 });
  // It listens for the answer a moment after it has asked.
  for (let tries = 0; tries < 50; tries += 1) {
    if (await fetch(redirect).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});
const client = new Client({ name: "check", version: "1" });
await client.connect(transport, { timeout: 120000 }).catch((error) => { throw new Error(error.message + said); });
${useClient}`,
      ),
  },
];
