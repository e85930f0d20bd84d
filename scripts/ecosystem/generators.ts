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

interface Generator {
  tool: string;
  packages: string[];
  /** Makes the code from `openapi.json`. */
  make(folder: string, world: World): Promise<unknown>;
  /** Imports the code and says where the service is. */
  head(world: World): string;
  /** Sets `data` to the records of a call. */
  ask(call: Call): string;
  /** Fails to compile if the code lacks one of the other endpoints. */
  others(world: World): string;
}

const checkOf = ({ tool, packages, make, head, ask, others }: Generator): Check => ({
  tool,
  packages: [...packages, ...compilers],
  async run(world, folder) {
    await make(folder, world);
    const calls = world.calls.map(
      (call) => `{ ${ask(call)}
  if (!Array.isArray(data)) throw new Error("no records");
  const type: string = data[0]!["@type"]; if (!type) throw new Error();
  console.log(${json(call.id)}, data.length); }`,
    );
    return runs(folder, [head(world), ...calls, others(world)].join("\n"), world);
  },
});

const REFUSED = "if (error) throw new Error(JSON.stringify(error));";
const named = ({ endpoints }: World, name: string): string =>
  `void [${endpoints.map(({ id }) => `${name}.${id}`).join(", ")}];`;

/** The module in which swagger-typescript-api puts the endpoints of a path. */
const moduleOf = (path: string): string =>
  (path.split("/")[1] ?? "").replaceAll(/\W(\w)/g, (_, letter) => letter.toUpperCase());

const described: Generator[] = [
  {
    tool: "openapi-typescript + openapi-fetch",
    packages: ["openapi-typescript", "openapi-fetch"],
    // By default it makes a field with a default value required.
    make: (folder) => shell(folder, "openapi-typescript", "openapi.json -o schema.d.ts --default-non-nullable=false"),
    head: ({ address, key }) => `import createClient from "openapi-fetch";
import type { paths } from "./schema";
const client = createClient<paths>({ baseUrl: ${json(address)}, headers: { "access-token": ${json(key)} } });`,
    ask: ({ path, body }) =>
      `const { data, error } = await client.POST(${json(path)}, { body: ${json(body)} }); ${REFUSED}`,
    others: ({
      calls,
      endpoints,
    }) => `{ const { data, error } = await client.POST("/batches/preview", { body: { operation: ${json(calls[0]?.path.slice(5))}, requests: [${json(calls[0]?.body)}] } });
  ${REFUSED}
  const cost: number = data.cost_at_most; if (!(cost > 0)) throw new Error();
  const jobs = await client.GET("/jobs", { params: { query: { status: "succeeded", limit: 5 } } });
  if (jobs.error) throw new Error(JSON.stringify(jobs.error));
  const ids: string[] = jobs.data.map(({ id }) => id); ids.join(); }
// @ts-expect-error: a misspelt operation
const misspelt: paths["/batches/preview"]["post"]["requestBody"]["content"]["application/json"]["operation"] = "nlretail/products/serch";
void misspelt;
export type Others = [${endpoints.map(({ path, method }) => `paths[${json(path)}][${json(method)}]["responses"]`).join(", ")}];`,
  },
  {
    tool: "orval",
    packages: ["orval"],
    async make(folder, { address }) {
      const output = { target: "./api.ts", client: "fetch", baseUrl: address };
      const config = { api: { input: "./openapi.json", output } };
      await writeFile(join(folder, "orval.config.mjs"), `export default ${json(config)};`);
      await shell(folder, "orval", ["--config", "orval.config.mjs"]);
    },
    head: ({ key }) => `import * as api from "./api";
const init = { headers: { "access-token": ${json(key)} } };`,
    ask: ({ id, body }) => `const answer = await api.${id}(${json(body)}, undefined, init);
  if (answer.status !== 200) throw new Error(String(answer.status));
  const { data } = answer;`,
    others: (
      world,
    ) => `{ const made = await api.createWebhook({ url: "https://example.com/hook", events: ["job.failed"] }, init);
  if (made.status !== 201) throw new Error(String(made.status));
  const listed = await api.webhooks(init);
  if (listed.status !== 200 || listed.data[0]!.id !== made.data.id) throw new Error();
  const gone = await api.deleteWebhook(made.data.id, init);
  if (gone.status !== 200) throw new Error(String(gone.status));
  const batches = await api.batches({ limit: 5 }, init);
  if (batches.status !== 200) throw new Error(String(batches.status)); }
${named(world, "api")}`,
  },
  {
    tool: "@hey-api/openapi-ts",
    packages: ["@hey-api/openapi-ts"],
    make: (folder) => shell(folder, "openapi-ts", "-i openapi.json -o out -c @hey-api/client-fetch"),
    head: ({ address, key }) => `import { client } from "./out/client.gen";
import * as sdk from "./out/sdk.gen";
client.setConfig({ baseUrl: ${json(address)}, auth: ${json(key)} });`,
    ask: ({ id, body }) => `const { data, error } = await sdk.${id}({ body: ${json(body)} }); ${REFUSED}`,
    others: (world) => named(world, "sdk"),
  },
  {
    tool: "swagger-typescript-api",
    packages: ["swagger-typescript-api"],
    make: (folder) => shell(folder, "swagger-typescript-api", "generate -p openapi.json -o . -n api.ts"),
    head: ({ address, key }) => `import { Api } from "./api";
const api = new Api({ baseUrl: ${json(address)}, baseApiParams: { headers: { "access-token": ${json(key)} } } });`,
    ask: ({ id, body }) => `const { data } = await api.api.${id}(${json(body)});`,
    others: ({ endpoints }) => endpoints.map(({ id, path }) => `void api.${moduleOf(path)}.${id};`).join("\n"),
  },
  {
    tool: "kubb",
    packages: ["cli", "core", "plugin-oas", "plugin-ts", "plugin-client"].map((name) => `@kubb/${name}@4`),
    async make(folder) {
      const config = `import { defineConfig } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginClient } from "@kubb/plugin-client";
export default defineConfig({ root: ".", input: { path: "./openapi.json" }, output: { path: "./out", clean: true, format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", dataReturnType: "data" })] });`;
      await writeFile(join(folder, "kubb.config.mjs"), config);
      await shell(folder, "kubb", "generate --config kubb.config.mjs");
    },
    head: ({ address, key }) => `import { setConfig } from "@kubb/plugin-client/clients/fetch";
import * as api from "./out";
setConfig({ baseURL: ${json(address)}, headers: { "access-token": ${json(key)}, "content-type": "application/json" } });`,
    ask: ({ id, body }) => `const data = await api.${id}(${json(body)});`,
    others: (world) => named(world, "api"),
  },
];

export const generators = described.map(checkOf);
