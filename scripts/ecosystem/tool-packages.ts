import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root, withClient } from "./runtimes.ts";
import { type Check, shell, type World } from "./world.ts";

const request = { keyword: "koffiezetapparaat", count: 30 };

/** Compiles a program against the package's types and runs it. It prints the number of records and their cost. */
async function uses(world: World, folder: string, entry: string, program: string): Promise<string> {
  await withClient(folder);
  await cp(join(root, "clients/tools"), join(folder, "node_modules/@winnow/tools"), { recursive: true });
  const whole = `import { Winnow } from "@winnow/client";
import { winnowTools } from "@winnow/tools/${entry}";
const winnow = new Winnow();
const all = Object.keys(await winnowTools(winnow)).length;
const options = { operations: ["nlretail/products/search"], shown: 5, maxCost: 20 };
const request = ${JSON.stringify(request)};
const refused = await winnowTools(winnow, { operations: ["nlretail/none"] }).catch((error: Error) => error.message);
${program}
console.log(all, refused, answer.records.length, answer.total, answer.credits_charged);`;
  await writeFile(join(folder, "program.ts"), whole);
  const how = ["--module", "nodenext", "--target", "esnext", "--strict", "--noEmit", "--skipLibCheck"];
  await shell(folder, "tsc", [...how, "--types", "node", "program.ts"]);
  const env = { WINNOW_URL: world.address, WINNOW_KEY: world.key };
  const said = (await shell(folder, process.execPath, ["program.ts"], env)).trim();
  const wanted = `${world.calls.length} the service has no operation nlretail/none 5 30 20`;
  if (said !== wanted) throw new Error(`said ${said}, not ${wanted}`);
  return `types compile; ${world.calls.length} tools; a call shows 5 of its 30 records and costs 20`;
}

const compiler = ["typescript@5", "@types/node@24"];

/** `@winnow/tools` in each supported framework. */
export const toolPackages: Check[] = [
  {
    tool: "@winnow/tools with the AI SDK (ai)",
    packages: ["ai", "zod", ...compiler],
    run: (world, folder) =>
      uses(
        world,
        folder,
        "ai-sdk",
        `import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
const usage: any = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
let turn = 0;
const model = new MockLanguageModelV4({ doGenerate: async (): Promise<any> => turn++ === 0
  ? { content: [{ type: "tool-call", toolCallId: "1", toolName: "nlretail_products_search", input: JSON.stringify(request) }], finishReason: { unified: "tool-calls" }, usage, warnings: [] }
  : { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop" }, usage, warnings: [] } });
const { steps } = await generateText({ model, tools: await winnowTools(winnow, options), prompt: "Find coffee machines.", stopWhen: stepCountIs(3) });
const answer = steps[0]!.toolResults[0]!.output as any;`,
      ),
  },
  {
    tool: "@winnow/tools with LangChain (@langchain/core)",
    packages: ["@langchain/core", ...compiler],
    run: (world, folder) =>
      uses(
        world,
        folder,
        "langchain",
        `const [tool] = await winnowTools(winnow, options);
const message = await tool!.invoke({ type: "tool_call", id: "1", name: tool!.name, args: request });
const answer = JSON.parse(message.content);`,
      ),
  },
  {
    tool: "@winnow/tools with LlamaIndex (llamaindex)",
    packages: ["llamaindex", ...compiler],
    run: (world, folder) =>
      uses(
        world,
        folder,
        "llamaindex",
        `const [tool] = await winnowTools(winnow, options);
const answer = (await tool!.call!(request)) as any;`,
      ),
  },
];
