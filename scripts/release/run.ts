import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import clientJson from "../../client/package.json" with { type: "json" };
import n8nJson from "../../clients/n8n/package.json" with { type: "json" };
import toolsJson from "../../clients/tools/package.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };
import { ensureDashboardBuilt } from "../../src/cli/bundle/build-dashboard.ts";
import { ensureBundle } from "../../src/cli/bundle/find-bundle.js";
import { assembleRelease } from "./assemble.ts";
import { assembleCli, CLI_FOLDER, registryEntry } from "./cli-package.ts";
import { root, writeManifest, writeReadmeAndLicense } from "./published.ts";
import { PYTHON_FOLDERS, packPython, pythonVersion } from "./python-packages.ts";

export const TOOLS_FOLDER = "clients/tools";
export const N8N_FOLDER = "clients/n8n";

/** `winnow-tools` and the n8n nodes are published as written. The operations are added to the nodes. */
function assembleTools(folder: string): void {
  cpSync(join(root, TOOLS_FOLDER), folder, { recursive: true });
  writeManifest(folder, toolsJson, TOOLS_FOLDER);
}

interface OperationPath {
  post: { summary: string; requestBody: { content: { "application/json": { schema: { $ref: string } } } } };
}

export function assembleN8n(folder: string): void {
  cpSync(join(root, N8N_FOLDER), folder, { recursive: true });
  writeManifest(folder, n8nJson, N8N_FOLDER);
  const { paths, components } = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"));
  const operations = Object.entries(paths as Record<string, OperationPath>)
    .filter(([path]) => path.startsWith("/api/"))
    .map(([path, { post }]) => {
      const { $ref } = post.requestBody.content["application/json"].schema;
      return {
        path: path.slice("/api/".length),
        summary: post.summary,
        schema: components.schemas[$ref.split("/")[3]!],
      };
    });
  writeFileSync(join(folder, "operations.json"), JSON.stringify(operations));
}

/**
 * `npm run release [-- --folder]`: writes everything to publish into `release/`, with checksums: the service (program and
 * dashboard built), the command line alone, both clients, the tools for agent frameworks, the n8n nodes and the entry for
 * the MCP registry. `--folder` writes only the service, as a folder (`deploy/Containerfile`). See `docs/releasing.md`.
 */
const release = join(root, "release");

function npm(cwd: string, ...words: string[]): string {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  return execFileSync("npm", [...words, ...quiet], { cwd, encoding: "utf8", stdio }).trim();
}
const pack = (folder: string): string => npm(folder, "pack", "--pack-destination", release);

async function service(): Promise<string> {
  await ensureDashboardBuilt({
    info: console.log,
    error: ({ err }: { err?: unknown }, message) => {
      throw new Error(message, { cause: err });
    },
  });
  const program = ensureBundle();
  if (!program) throw new Error("the program could not be bundled: run node src/cli/bundle/bundle.ts to see why");
  const folder = join(release, "winnow");
  assembleRelease(folder, program);
  // A lock file with the builds for every platform, which that of a working copy lacks, so that `npm ci` works.
  npm(folder, "install", "--package-lock-only", "--ignore-scripts", "--omit-lockfile-registry-resolved");
  npm(folder, "shrinkwrap");
  return folder;
}

/** Packs a package in its own folder, with the licence and the README of `directory`. */
async function packed(
  name: string,
  directory: string,
  fill: (folder: string) => Promise<void> | void,
): Promise<string> {
  const folder = join(release, name);
  mkdirSync(folder, { recursive: true });
  await fill(folder);
  writeReadmeAndLicense(folder, directory);
  return pack(folder);
}

function client(folder: string): void {
  execFileSync(process.execPath, [join(root, "client/build.js"), join(folder, "dist")], { stdio: "inherit" });
  const { scripts: _, ...manifest } = clientJson;
  writeManifest(folder, manifest, "client");
}

/** What the service's package contains, as CycloneDX, without the parts that differ in every run. */
function billOfMaterials(folder: string): string {
  const { serialNumber: _, ...bill } = JSON.parse(
    npm(folder, "sbom", "--sbom-format=cyclonedx", "--package-lock-only"),
  );
  delete bill.metadata.timestamp;
  const file = `winnow-${packageJson.version}.cdx.json`;
  writeFileSync(join(release, file), `${JSON.stringify(bill, null, 2)}\n`);
  return file;
}

function refuseOtherVersions(): void {
  const { version } = packageJson;
  const python = PYTHON_FOLDERS.map((directory) => [
    directory,
    /^version = "(.*)"$/m.exec(readFileSync(join(root, directory, "pyproject.toml"), "utf8"))![1],
  ]);
  const others = {
    client: clientJson.version,
    tools: toolsJson.version,
    n8n: n8nJson.version,
    ...Object.fromEntries(python),
  };
  if (
    Object.values(others).some((other) => other !== version && other !== pythonVersion(version)) ||
    toolsJson.peerDependencies["winnow-client"] !== version
  )
    throw new Error(`the versions differ: package.json ${version}, ${JSON.stringify(others)}`);
}

async function main(): Promise<void> {
  refuseOtherVersions();
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  const folder = await service();
  if (process.argv.includes("--folder")) return console.log("release/winnow");
  const files = [
    pack(folder),
    await packed("cli", CLI_FOLDER, assembleCli),
    await packed("client", "client", client),
    await packed("tools", TOOLS_FOLDER, assembleTools),
    await packed("n8n", N8N_FOLDER, assembleN8n),
    ...PYTHON_FOLDERS.flatMap((directory) => packPython(directory, release)),
    billOfMaterials(folder),
  ];
  writeFileSync(join(release, "server.json"), `${JSON.stringify(registryEntry(), null, 2)}\n`);
  const sumOf = (file: string): string => hash("sha256", readFileSync(join(release, file)));
  const sums = [...files, "server.json"].map(
    (file) => `${sumOf(file)}  ${file}
`,
  );
  writeFileSync(join(release, "SHA256SUMS"), sums.join(""));
  console.log(sums.join(""));
}

if (import.meta.main) await main();
