import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assembleN8n } from "../release/node-packages.ts";
import { type Check, shell } from "./world.ts";

/** The nodes match n8n's types, and n8n's own helper finds each field of each operation in the form. */
export const n8n: Check = {
  tool: "n8n-nodes-winnow with n8n-workflow",
  packages: ["n8n-workflow", "typescript@5", "@types/node@24"],
  async run({ calls }, folder) {
    const nodes = join(folder, "nodes");
    await mkdir(nodes);
    assembleN8n(nodes);
    const how = ["--allowJs", "--checkJs", "--noEmit", "--strict", "--skipLibCheck", "--maxNodeModuleJsDepth", "0"];
    const files = ["Winnow.node.js", "WinnowTrigger.node.js", "WinnowApi.credentials.js"];
    const fits = `import type { ICredentialType, INodeType } from "n8n-workflow";
import { Winnow } from "./nodes/Winnow.node.js";
import { WinnowTrigger } from "./nodes/WinnowTrigger.node.js";
import { WinnowApi } from "./nodes/WinnowApi.credentials.js";
export const all: [INodeType, INodeType, ICredentialType] = [new Winnow(), new WinnowTrigger(), new WinnowApi()];`;
    await writeFile(join(folder, "fits.ts"), fits);
    const to = ["--module", "nodenext", "--target", "es2022", "--types", "node"];
    await shell(folder, "tsc", [...how, ...to, "fits.ts", ...files.map((file) => `nodes/${file}`)]);
    const program = `const { NodeHelpers } = require("n8n-workflow");
const { Winnow } = require("./nodes/Winnow.node.js");
const { description } = new Winnow();
for (const { path, body } of ${JSON.stringify(calls)}) {
  const [, , resource, ...rest] = path.split("/");
  const form = { resource, operation: rest.join("/"), ...body, options: body };
  const held = NodeHelpers.getNodeParameters(description.properties, form, true, false, { typeVersion: 1 }, description);
  for (const name of Object.keys(body)) if ((held[name] ?? held.options[name]) === undefined) throw new Error(path + " " + name);
}
console.log("ok");`;
    await writeFile(join(folder, "program.cjs"), program);
    await shell(folder, process.execPath, ["program.cjs"]);
    return `the nodes and credentials fit its types; the form has the fields of ${calls.length} of ${calls.length} operations`;
  },
};
