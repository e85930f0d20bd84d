import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import packageJson from "../../package.json" with { type: "json" };
import { freePort } from "../../test/support/free-port.ts";
import { options } from "../support/options.ts";
import { isWell, until } from "../support/until.ts";
import { registryEntry } from "./cli-package.ts";
import { home, root } from "./published.ts";
import { pythonVersion } from "./python-packages.ts";

/**
 * `npm run release:try`, after `npm run release`: publishes `release/` to a registry on this machine, installs each package
 * by its name in an empty folder and uses it as a user would, against the service installed in the same way. Then builds the
 * release again from a clean copy elsewhere and compares the bytes. Prints package | size | seconds from the
 * empty folder to the first record.
 *
 * `--node <file>` and `--python <file>` name the user's programs; each may be given several times. `--once` leaves out the
 * second build.
 */
const users = options({ node: [], python: ["python3"], once: false });
const release = join(root, "release");
if (!existsSync(join(release, "SHA256SUMS"))) {
  console.error("There is no release to try: run `npm run release` first.");
  process.exit(2);
}
const { version } = packageJson;
const folder = mkdtempSync(join(tmpdir(), "winnow-try-"));
const onPath = execFileSync("which", ["-a", "node"], { encoding: "utf8" }).trim().split("\n");
/** The user's Node, which installs the packages too. */
let othersNode = "";
const env: Record<string, string | undefined> = { ...process.env };

function chooseNode(file: string): void {
  othersNode = realpathSync(file);
  env.PATH = `${dirname(othersNode)}:${process.env.PATH}`;
}

function run(cwd: string, command: string, words: string[], input = ""): string {
  return execFileSync(command, words, { cwd, env, input, encoding: "utf8", maxBuffer: 2 ** 26 });
}

/** The name by which npm installs this version of a file's package. */
const named = (file: string): string => file.replace(`-${version}.tgz`, `@${version}`);

const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];

/** A new folder with packages installed by name. */
function emptyFolder(name: string, packages: string[]): string {
  const made = join(folder, name);
  mkdirSync(made);
  if (packages.length > 0) {
    writeFileSync(join(made, "package.json"), '{"private":true,"type":"module"}');
    run(made, "npm", ["install", ...QUIET, ...packages]);
  }
  return made;
}

let registry: ChildProcess | null = null;
/** Starts a registry with the packages of the release. It fetches all others from the registry of this machine. */
async function startRegistry() {
  const at = emptyFolder("registry", []);
  // One of its packages asks for node-fetch by a tag, and not every mirror of the registry has tags.
  writeFileSync(join(at, "package.json"), '{"private":true,"overrides":{"node-fetch":"2.6.7"}}');
  run(at, "npm", ["install", ...QUIET, "verdaccio@6"]);
  const npmjs = { url: run(at, "npm", ["config", "get", "registry"]).trim() };
  const names = globSync("*.tgz", { cwd: release }).map((file) => named(file).split("@")[0]);
  const ours = Object.fromEntries(names.map((name) => [name, { access: "$all", publish: "$all" }]));
  const packages = { ...ours, "**": { access: "$all", proxy: "npmjs" } };
  const log = { type: "stdout", level: "warn" };
  writeFileSync(
    join(at, "config.yaml"),
    JSON.stringify({ storage: "./storage", uplinks: { npmjs }, packages, log, max_body_size: "100mb" }),
  );
  const port = await freePort();
  const words = ["--config", "config.yaml", "--listen", `127.0.0.1:${port}`];
  registry = spawn(process.execPath, [join(at, "node_modules/.bin/verdaccio"), ...words], {
    cwd: at,
    stdio: "inherit",
  });
  env.npm_config_registry = `http://127.0.0.1:${port}/`;
  // npm does not publish without a token; this registry does not look at it.
  env[`npm_config_//127.0.0.1:${port}/:_authToken`] = "anybody";
  await until(() => isWell(env.npm_config_registry!));
  for (const file of globSync("*.tgz", { cwd: release }))
    run(at, "npm", ["publish", "--tag", "next", "--loglevel=error", join(release, file)]);
}

async function startService(at: string) {
  env.DATA_DIR = join(at, "data");
  const child = spawn(process.execPath, [join(at, "node_modules/.bin/winnow"), "serve"], {
    cwd: at,
    env: { ...env, PORT: "0", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"] as const,
  });
  let printed = "";
  for await (const line of createInterface({ input: child.stdout! })) {
    printed += `${line}\n`;
    if (line.includes("Try it")) break;
  }
  env.WINNOW_URL = /Reference\s+(\S+)\/docs/.exec(printed)![1];
  env.WINNOW_KEY = /Demo key\s+(\S+)/.exec(printed)![1];
  return child;
}

const body = '{"keyword":"fiets","count":2}';
const OPERATION = "nlretail/products/search";
const CLIENT = `winnow-client-${version}.tgz`;
const TYPESCRIPT =
  "new Winnow().nlretail.productsSearch({ keyword: 'fiets', count: 2 }).then((r) => console.log(r.length))";
const PYTHON =
  "from winnow_client import Winnow; print(len(Winnow().nlretail.products_search({'keyword': 'fiets', 'count': 2})))";

/** pip finds our name in a folder of the release's files; `format` says which of the two it must take. */
function python(program: string, format: string): (at: string) => string {
  return (at) => {
    run(at, program, ["-m", "venv", "env"]);
    for (const [file] of wheels) cpSync(join(release, file), join(at, "index", file));
    const words = `install --quiet --find-links index ${format} winnow-client==${pythonVersion(version)}`;
    run(at, "env/bin/pip", words.split(" "));
    return run(at, "env/bin/python", ["-c", PYTHON]);
  };
}

/** Starts the server in `server.json` as a client of the registry would: the package's command with its arguments. */
async function overStdio(at: string): Promise<string> {
  const [server] = registryEntry().packages;
  const missing = server!.environmentVariables.filter(({ name }) => !env[name]);
  if (missing.length > 0) throw new Error(`not set: ${missing.map(({ name }) => name)}`);
  const words = server!.packageArguments.map(({ value }) => value);
  const child = spawn(othersNode, [join(at, "node_modules/winnow-cli/winnow-cli.js"), ...words], {
    cwd: at,
    env,
    stdio: ["pipe", "pipe", "inherit"] as const,
  });
  const clientInfo = { name: "try", version };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  const [line] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
  child.stdin!.end();
  return JSON.parse(line).result.serverInfo.version === version ? "2" : line;
}

/** Prints the total that a framework's tool returns for a request. */
const tools = (framework: string, total: string) => `import { Winnow } from "winnow-client";
import { winnowTools } from "winnow-tools/${framework}";
const [tool] = Object.values(await winnowTools(new Winnow(), { operations: ["${OPERATION}"] }));
console.log(${total});`;
const TOOLS: Array<[title: string, framework: string, total: string, packages: string[]]> = [
  ["LangChain", "langchain", `JSON.parse(await tool.invoke(${body})).total`, ["@langchain/core"]],
  ["AI SDK", "ai-sdk", `(await tool.execute(${body}, {})).total`, ["ai", "zod"]],
  ["LlamaIndex", "llamaindex", `(await tool.call(${body})).total`, ["llamaindex"]],
];
/** The part of n8n's context that this node uses. */
const NODES = `const { Winnow } = require("n8n-nodes-winnow/Winnow.node.js");
const form = { resource: "nlretail", operation: "products/search", ...${body}, options: {} };
const send = async (_, { url, body, method, headers }) =>
  (await fetch(url, { method, headers: { ...headers, "access-token": process.env.WINNOW_KEY, "content-type": "application/json" }, body: JSON.stringify(body) })).json();
const n8n = { getInputData: () => [{}], getNodeParameter: (name) => form[name], getExecutionId: () => "1", getNode: () => ({ id: "1" }),
  getCredentials: async () => ({ url: process.env.WINNOW_URL }), helpers: { httpRequestWithAuthentication: send }, continueOnFail: () => false };
new Winnow().execute.call(n8n).then(([items]) => console.log(items.length));`;
const asModule = (at: string, program: string) => run(at, othersNode, ["--input-type=module", "-e", program]);
const asCommonJs = (at: string, program: string) => run(at, othersNode, ["--input-type=commonjs", "-e", program]);

/** Each prints the number of its records; `beside` is installed with the file. */
const uses: Array<[name: string, file: string, use: (at: string) => string | Promise<string>, beside?: string[]]> = [
  [
    "command line",
    `winnow-cli-${version}.tgz`,
    (at) =>
      `${JSON.parse(run(at, othersNode, ["node_modules/.bin/winnow-cli", "call", OPERATION, "-", "--output", "json"], body)).length}`,
  ],
  ["server.json", `winnow-cli-${version}.tgz`, overStdio],
  ["client, import", CLIENT, (at) => asModule(at, `import { Winnow } from "winnow-client"; ${TYPESCRIPT}`)],
  ["client, require", CLIENT, (at) => asCommonJs(at, `const { Winnow } = require("winnow-client"); ${TYPESCRIPT}`)],
  ...TOOLS.map(([title, framework, total, packages]): (typeof uses)[number] => [
    `tools, ${title}`,
    `winnow-tools-${version}.tgz`,
    (at) => asModule(at, tools(framework, total)),
    packages,
  ]),
  ["n8n nodes", `n8n-nodes-winnow-${version}.tgz`, (at) => asCommonJs(at, NODES)],
];

const wheels: Array<[file: string, format: string]> = [
  [`winnow_client-${pythonVersion(version)}-py3-none-any.whl`, "--only-binary winnow-client"],
  [`winnow_client-${pythonVersion(version)}.tar.gz`, "--no-binary winnow-client"],
];

async function row(name: string, file: string, use: (at: string) => string | Promise<string>, at: () => string) {
  const startedAt = performance.now();
  const made = at();
  const records = (await use(made)).trim();
  if (records !== "2") throw new Error(`${name}: ${records}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const kilobytes = Math.round(statSync(join(release, file)).size / 1024);
  console.log(`| ${name} | ${file} | ${kilobytes} KB | ${seconds} s |`);
}

/** Checksums of a build from the committed files in another folder: neither paths nor untracked files may matter. */
function sumsElsewhere(): string {
  const copy = join(folder, "copy");
  mkdirSync(copy);
  run(root, "sh", ["-c", `git archive HEAD | tar -x -C ${copy}`]);
  // Copied: the bundler orders modules by their real paths, which a link would leave in this checkout.
  cpSync(join(root, "node_modules"), join(copy, "node_modules"), { recursive: true, verbatimSymlinks: true });
  run(copy, process.execPath, ["scripts/release/run.ts"]);
  return readFileSync(join(copy, "release/SHA256SUMS"), "utf8");
}

const HEADING = "| package | file | size | to the first record |\n|---|---|---|---|";
let service: ChildProcess | null = null;

/** With this checkout's Node: the service needs a newer one than what is used against it. */
async function tryService(): Promise<void> {
  const file = `${packageJson.name}-${version}.tgz`;
  const first = async (at: string) => {
    service = await startService(at);
    const headers = { "access-token": env.WINNOW_KEY!, "content-type": "application/json" };
    const answer = await fetch(`${env.WINNOW_URL}/api/${OPERATION}`, { method: "POST", headers, body });
    return `${((await answer.json()) as unknown[]).length}`;
  };
  chooseNode(process.execPath);
  console.log(`the service's Node: ${process.version}\n\n${HEADING}`);
  await row("service", file, first, () => emptyFolder("service", [named(file)]));
}

async function tryWith(node: string): Promise<void> {
  chooseNode(node);
  const name = run(root, othersNode, ["--version"]).trim();
  console.log(`\nthe user's Node: ${name}\n\n${HEADING}`);
  for (const [at, [what, from, use, beside = []]] of uses.entries())
    await row(what, from, use, () => emptyFolder(`use-${at}-${name}`, [named(from), ...beside]));
}

/** Publishing under somebody else's name fails, and a command of the docs would fetch their package. */
function checkNames(): void {
  for (const file of globSync("*.tgz", { cwd: release })) {
    const { name } = JSON.parse(run(release, "tar", ["-xOzf", file, "package/package.json"])) as { name: string };
    const owner = spawnSync("npm", ["view", name, "repository.url", "--json"], { encoding: "utf8" });
    const { error } = JSON.parse(owner.stdout || "{}") as { error?: { code: string } };
    if (error?.code === "E404") console.log(`${name}: the name is free`);
    else if (error) console.log(`${name}: the registry could not be asked (${error.code})`);
    else if (!owner.stdout.includes(home))
      throw new Error(`the name ${name} belongs to ${owner.stdout.trim() || "somebody else"}`);
  }
}

try {
  checkNames();
  await startRegistry();
  await tryService();
  for (const node of users.node.length > 0 ? users.node : onPath.slice(-1)) await tryWith(node);
  for (const [nth, program] of users.python.entries()) {
    const name = run(root, program, ["--version"]).trim();
    for (const [at, [from, format]] of wheels.entries())
      await row(name, from, python(program, format), () => emptyFolder(`python-${nth}-${at}`, []));
  }
  if (!users.once) {
    const before = readFileSync(join(release, "SHA256SUMS"), "utf8").split("\n");
    const others = sumsElsewhere()
      .split("\n")
      .filter((line) => !before.includes(line));
    console.log(
      `made again elsewhere: ${others.length === 0 ? "the same bytes" : `OTHER BYTES\n${others.join("\n")}`}`,
    );
    if (others.length > 0) process.exitCode = 1;
  }
} finally {
  for (const child of [service, registry] as Array<ChildProcess | null>) child?.kill();
  rmSync(folder, { recursive: true, force: true });
}
