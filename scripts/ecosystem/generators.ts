import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Call, type Check, shell, type World } from "./world.ts";

/** TypeScript generators: their code must compile in strict mode and return the records of every operation. */
const compilers = ["typescript@5", "esbuild", "@types/node@24"];
const strict =
  "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --types node";

/** Compiles and runs a program that prints the number of records of each operation. */
async function runs(folder: string, program: string, { calls, endpoints }: World): Promise<string> {
  await writeFile(join(folder, "program.ts"), program);
  await shell(folder, "tsc", `${strict} --allowImportingTsExtensions --lib es2023,dom,dom.iterable program.ts`);
  await shell(folder, "esbuild", "program.ts --bundle --platform=node --format=esm --outfile=program.mjs");
  const counts = (await shell(folder, process.execPath, ["program.mjs"])).trim().split("\n");
  const empty = counts.filter((line) => !/ [1-9]\d*$/.test(line));
  if (counts.length !== calls.length || empty.length > 0)
    throw new Error(`no records: ${empty.join("; ") || counts.length}`);
  return `types compile; ${counts.length} of ${calls.length} operations give records; ${endpoints.length} other endpoints are typed`;
}

const json = (value: unknown): string => JSON.stringify(value);
/** Fails to compile if the generated module lacks one of the other endpoints. */
const others = ({ endpoints }: World, name: string): string =>
  `void [${endpoints.map(({ id }) => `${name}.${id}`).join(", ")}];`;
const each = ({ calls }: World, line: (call: Call) => string): string => calls.map(line).join("\n");
const print = (call: Call, count: string): string => `console.log(${json(call.id)}, ${count});`;

/** The module in which swagger-typescript-api puts the endpoints of a path. */
const moduleOf = (path: string): string =>
  (path.split("/")[1] ?? "").replaceAll(/\W(\w)/g, (_, letter) => letter.toUpperCase());

export const generators: Check[] = [
  {
    tool: "openapi-typescript + openapi-fetch",
    packages: ["openapi-typescript", "openapi-fetch", ...compilers],
    async run(world, folder) {
      // By default it makes a field with a default value required.
      await shell(folder, "openapi-typescript", "openapi.json -o schema.d.ts --default-non-nullable=false");
      const program = `import createClient from "openapi-fetch";
import type { paths } from "./schema";
const client = createClient<paths>({ baseUrl: ${json(world.address)}, headers: { "access-token": ${json(world.key)} } });
${each(
  world,
  (call) => `{ const { data, error } = await client.POST(${json(call.path)}, { body: ${json(call.body)} });
  if (error) throw new Error(JSON.stringify(error));
  if (!Array.isArray(data)) throw new Error("no records");
  const type: string = data[0]!["@type"]; if (!type) throw new Error();
  ${print(call, "data.length")} }`,
)}
{ const { data, error } = await client.POST("/batches/preview", { body: { operation: ${json(world.calls[0]?.path.slice(5))}, requests: [${json(world.calls[0]?.body)}] } });
  if (error) throw new Error(JSON.stringify(error));
  const cost: number = data.cost_at_most; if (!(cost > 0)) throw new Error();
  const jobs = await client.GET("/jobs", { params: { query: { status: "succeeded", limit: 5 } } });
  if (jobs.error) throw new Error(JSON.stringify(jobs.error));
  const ids: string[] = jobs.data.map(({ id }) => id); ids.join(); }
// @ts-expect-error: a misspelt operation
const misspelt: paths["/batches/preview"]["post"]["requestBody"]["content"]["application/json"]["operation"] = "nlretail/products/serch";
void misspelt;
export type Others = [${world.endpoints.map(({ path, method }) => `paths[${json(path)}][${json(method)}]["responses"]`).join(", ")}];`;
      return runs(folder, program, world);
    },
  },
  {
    tool: "orval",
    packages: ["orval", ...compilers],
    async run(world, folder) {
      const config = {
        api: { input: "./openapi.json", output: { target: "./api.ts", client: "fetch", baseUrl: world.address } },
      };
      await writeFile(join(folder, "orval.config.mjs"), `export default ${json(config)};`);
      await shell(folder, "orval", ["--config", "orval.config.mjs"]);
      const program = `import * as api from "./api";
const init = { headers: { "access-token": ${json(world.key)} } };
${each(
  world,
  (call) => `{ const answer = await api.${call.id}(${json(call.body)}, undefined, init);
  if (answer.status !== 200) throw new Error(String(answer.status));
  const type: string = answer.data[0]!["@type"]; if (!type) throw new Error();
  ${print(call, "answer.data.length")} }`,
)}
{ const made = await api.createWebhook({ url: "https://example.com/hook", events: ["job.failed"] }, init);
  if (made.status !== 201) throw new Error(String(made.status));
  const listed = await api.webhooks(init);
  if (listed.status !== 200 || listed.data[0]!.id !== made.data.id) throw new Error();
  const gone = await api.deleteWebhook(made.data.id, init);
  if (gone.status !== 200) throw new Error(String(gone.status));
  const batches = await api.batches({ limit: 5 }, init);
  if (batches.status !== 200) throw new Error(String(batches.status)); }
${others(world, "api")}`;
      return runs(folder, program, world);
    },
  },
  {
    tool: "@hey-api/openapi-ts",
    packages: ["@hey-api/openapi-ts", ...compilers],
    async run(world, folder) {
      await shell(folder, "openapi-ts", ["-i", "openapi.json", "-o", "out", "-c", "@hey-api/client-fetch"]);
      const program = `import { client } from "./out/client.gen";
import * as sdk from "./out/sdk.gen";
client.setConfig({ baseUrl: ${json(world.address)}, auth: ${json(world.key)} });
${each(
  world,
  (call) => `{ const { data, error } = await sdk.${call.id}({ body: ${json(call.body)} });
  if (error !== undefined) throw new Error(JSON.stringify(error));
  if (!Array.isArray(data)) throw new Error("no records");
  const type: string = data[0]!["@type"]; if (!type) throw new Error();
  ${print(call, "data.length")} }`,
)}
${others(world, "sdk")}`;
      return runs(folder, program, world);
    },
  },
  {
    tool: "swagger-typescript-api",
    packages: ["swagger-typescript-api", ...compilers],
    async run(world, folder) {
      await shell(folder, "swagger-typescript-api", ["generate", "-p", "openapi.json", "-o", ".", "-n", "api.ts"]);
      const program = `import { Api } from "./api";
const api = new Api({ baseUrl: ${json(world.address)}, baseApiParams: { headers: { "access-token": ${json(world.key)} } } });
${each(
  world,
  (call) => `{ const { data } = await api.api.${call.id}(${json(call.body)});
  const type: string = data[0]!["@type"]; if (!type) throw new Error();
  ${print(call, "data.length")} }`,
)}
${world.endpoints.map(({ id, path }) => `void api.${moduleOf(path)}.${id};`).join("\n")}`;
      return runs(folder, program, world);
    },
  },
  {
    tool: "kubb",
    packages: [
      ...["cli", "core", "plugin-oas", "plugin-ts", "plugin-client"].map((name) => `@kubb/${name}@4`),
      ...compilers,
    ],
    async run(world, folder) {
      const config = `import { defineConfig } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginClient } from "@kubb/plugin-client";
export default defineConfig({ root: ".", input: { path: "./openapi.json" }, output: { path: "./out", clean: true, format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", dataReturnType: "data" })] });`;
      await writeFile(join(folder, "kubb.config.mjs"), config);
      await shell(folder, "kubb", ["generate", "--config", "kubb.config.mjs"]);
      const program = `import { setConfig } from "@kubb/plugin-client/clients/fetch";
import * as api from "./out";
setConfig({ baseURL: ${json(world.address)}, headers: { "access-token": ${json(world.key)}, "content-type": "application/json" } });
${each(
  world,
  (call) => `{ const data = await api.${call.id}(${json(call.body)});
  if (!Array.isArray(data)) throw new Error(JSON.stringify(data));
  const type: string = data[0]!["@type"]; if (!type) throw new Error();
  ${print(call, "data.length")} }`,
)}
${others(world, "api")}`;
      return runs(folder, program, world);
    },
  },
];
