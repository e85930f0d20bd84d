import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium as browser } from "playwright-core";
import { chromium, ensureProgram } from "../../test/support/programs.ts";
import { type Check, shell, type World } from "./world.ts";

export const root = join(import.meta.dirname, "../..");

/**
 * What the client must do in every runtime: a call with its facts, a stream with its cost, an error class, an immediate
 * abort.
 */
const smoke = (library: string) => `
async function smoke(url, key) {
  const { Winnow, ValidationFailed } = ${library};
  const winnow = new Winnow({ url, key });
  const request = { keyword: "koffiezetapparaat", count: 20 };
  const records = await winnow.nlretail.productsSearch(request);
  if (records.length !== 20 || records.facts.creditsCharged !== 10 || records.facts.windows.length !== 5) throw new Error("facts: " + JSON.stringify(records.facts));
  const stream = winnow.nlretail.productsSearch.stream(request);
  let seen = 0;
  for await (const record of stream) seen += record["@type"] === "NlretailSearchProduct" ? 1 : 0;
  if (seen !== 20 || stream.facts.creditsCharged !== 10) throw new Error("stream: " + seen + JSON.stringify(stream.facts));
  for await (const _ of winnow.nlretail.productsSearch.stream(request)) break;
  const wrong = await winnow.nlretail.productsSearch({ keyword: "", count: 20 }).catch((error) => error);
  if (!(wrong instanceof ValidationFailed)) throw new Error("error class: " + wrong);
  const stop = new AbortController();
  const stopped = winnow.nlretail.productsSearch(request, { signal: stop.signal }).catch((error) => error);
  stop.abort(new Error("stopped"));
  if ((await stopped).message !== "stopped") throw new Error("stop: " + (await stopped));
  return "works";
}`;

/** Puts the built client into a folder as if installed. */
export async function withClient(folder: string): Promise<void> {
  const pkg = join(folder, "node_modules/@winnow/client");
  await mkdir(pkg, { recursive: true });
  await cp(join(root, "client/package.json"), join(pkg, "package.json"));
  await cp(join(root, "client/README.md"), join(pkg, "README.md"));
  execFileSync(process.execPath, [join(root, "client/build.js"), join(pkg, "dist")]);
}

async function programs(folder: string): Promise<{ esm: string; cjs: string }> {
  await withClient(folder);
  const run = `smoke(process.env.WINNOW_URL, process.env.WINNOW_KEY).then(console.log, (error) => { console.error(error); process.exit(1); });`;
  await writeFile(join(folder, "esm.mjs"), `import * as library from "@winnow/client";${smoke("library")}\n${run}`);
  await writeFile(join(folder, "cjs.cjs"), `const library = require("@winnow/client");${smoke("library")}\n${run}`);
  return { esm: "esm.mjs", cjs: "cjs.cjs" };
}

const env = ({ address, key }: World) => ({ WINNOW_URL: address, WINNOW_KEY: key });

const onNode = (version: number): Check => ({
  tool: `client on Node ${version}`,
  packages: [`node@${version}`],
  async run(world, folder) {
    const { esm, cjs } = await programs(folder);
    const node = join(folder, "node_modules/node/bin/node");
    for (const program of [esm, cjs]) await shell(folder, node, [program], env(world));
    return `\`import\` and \`require\` work (${(await shell(folder, node, ["--version"])).trim()})`;
  },
});

export const runtimes: Check[] = [
  ...[18, 20, 22, 24].map(onNode),
  {
    tool: "client on Bun",
    packages: ["bun"],
    async run(world, folder) {
      const { esm, cjs } = await programs(folder);
      for (const program of [esm, cjs]) await shell(folder, "bun", [program], env(world));
      return `\`import\` and \`require\` work (${(await shell(folder, "bun", ["--version"])).trim()})`;
    },
  },
  {
    tool: "client on Deno",
    packages: ["deno@2.9.5"],
    async run(world, folder) {
      const { esm } = await programs(folder);
      await shell(folder, "deno", ["run", "--allow-net", "--allow-env", "--allow-read", esm], env(world));
      return `works (${(await shell(folder, "deno", ["--version"])).split("\n")[0]})`;
    },
  },
  {
    tool: "client on workerd",
    packages: ["miniflare", "esbuild"],
    async run(world, folder) {
      await withClient(folder);
      const worker = `import * as library from "@winnow/client";${smoke("library")}
export default { fetch: (_, env) => smoke(env.URL, env.KEY).then((said) => new Response(said), (error) => new Response(String(error.stack), { status: 500 })) };`;
      await writeFile(join(folder, "worker.mjs"), worker);
      await shell(folder, "esbuild", ["worker.mjs", "--bundle", "--format=esm", "--outfile=bundle.mjs"]);
      const start = `import { Miniflare } from "miniflare";
const flare = new Miniflare({ modules: [{ type: "ESModule", path: "bundle.mjs" }], compatibilityDate: "2026-01-01", bindings: { URL: process.env.WINNOW_URL, KEY: process.env.WINNOW_KEY } });
const answer = await flare.dispatchFetch("http://worker.example/"); const said = await answer.text(); await flare.dispose();
if (said !== "works") { console.error(said); process.exit(1); }`;
      await writeFile(join(folder, "start.mjs"), start);
      await shell(folder, process.execPath, ["start.mjs"], env(world));
      return "works (miniflare)";
    },
  },
  {
    tool: "client in Chromium",
    packages: ["esbuild"],
    async run({ address, key, addressWithKey }, folder) {
      await withClient(folder);
      await writeFile(
        join(folder, "page.mjs"),
        `import * as library from "@winnow/client";${smoke("library")}\nglobalThis.smoke = smoke;`,
      );
      await shell(folder, "esbuild", ["page.mjs", "--bundle", "--format=iife", "--outfile=page.js"]);
      const opened = await browser.launch({ executablePath: await ensureProgram(chromium), args: ["--no-sandbox"] });
      try {
        const page = await opened.newPage();
        await page.goto(`${addressWithKey}/page`);
        await page.addScriptTag({ content: await readFile(join(folder, "page.js"), "utf8") });
        const program = `smoke(${JSON.stringify(address)}, ${JSON.stringify(key)})`;
        return `${await page.evaluate(program)} from a page of an allowed origin (${opened.version()})`;
      } finally {
        await opened.close();
      }
    },
  },
  {
    tool: "publint, arethetypeswrong",
    packages: ["publint", "@arethetypeswrong/cli"],
    async run(_world, folder) {
      await withClient(folder);
      const pkg = join(folder, "node_modules/@winnow/client");
      await shell(folder, "npm", ["pack", pkg, "--ignore-scripts", "--pack-destination", folder]);
      await shell(folder, "publint", [pkg, "--strict"]);
      await shell(folder, "attw", [join(folder, "winnow-client-1.0.0-rc.1.tgz")]);
      return "nothing to say";
    },
  },
  {
    tool: "pyright, strict, on the Python client",
    packages: ["pyright"],
    run: (_world, folder) =>
      refusesMisspelt(folder, join(folder, "node_modules/.bin/pyright"), ["--pythonpath", python]),
  },
  {
    tool: "mypy, strict, on the Python client",
    packages: [],
    // In mypy before 1.7, keyword arguments of a TypedDict need a flag.
    run: (_world, folder) =>
      refusesMisspelt(
        folder,
        python,
        `-m mypy --strict --enable-incomplete-feature=Unpack --cache-dir ${folder}`.split(" "),
      ),
  },
];

const python = "/usr/bin/python3";

const misspelt = `from winnow_client import Winnow

winnow = Winnow()
winnow.jobs.submit("nlretail/products/search", {"keyword": "lamp", "count": 20})
winnow.jobs.submit("nlretail/products/serch", {"keyword": "lamp", "count": 20})
winnow.jobs.submit("nlretail/products/search", {"keywrd": "lamp", "count": 20})
winnow.nlretail.products_search({"keywrd": "lamp", "count": 20})
for record in winnow.nlretail.products_search({"keyword": "lamp", "count": 20}):
    print(record["nme"])
`;

/** The client has no errors, and a program with a misspelt operation, request field and record field has exactly those. */
async function refusesMisspelt(folder: string, checker: string, args: string[]): Promise<string> {
  const client = join(root, "clients/python");
  await shell(client, checker, [...args, "src/winnow_client"], { MYPYPATH: "src" });
  const program = join(folder, "misspelt.py");
  await writeFile(program, misspelt);
  const said = await shell(client, checker, [...args, program], { MYPYPATH: "src", PYTHONPATH: "src" }).then(
    () => "nothing",
    (error: Error) => error.message,
  );
  const lines = new Set([...said.matchAll(/misspelt\.py:(\d+)[^\n]*error/g)].map(([, line]) => line));
  if ([...lines].join() !== "5,6,7,9") throw new Error(`refused lines ${[...lines].join()}: ${said}`);
  return "no error in the client; a misspelt operation, request field and record field are refused";
}
