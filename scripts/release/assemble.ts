import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { loadedAsPackages } from "../../src/cli/bundle/not-bundled.ts";
import { builtFolder } from "../../src/entry/dashboard/built-folder.ts";
import { root, writeManifest } from "./published.ts";
import { typePackages, typesFile, writeTypes } from "./types.ts";

/**
 * The launcher and the pages that the service shows. A source is bundled into the program; its file here only marks that it
 * exists.
 */
const FILES = [
  "src/cli/launch.js",
  "src/cli/bundle/find-bundle.js",
  "src/sources/*/source.ts",
  "src/store/*.sql",
  "*.md",
  "LICENSE",
  "docs/*.md",
];

/** Writes a package with the built program and dashboard. The few packages that cannot be bundled are dependencies. */
export function assembleRelease(folder: string, program: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copy = (from: string, to: string) => cpSync(from, join(folder, to), { recursive: true });
  copy(dirname(program), "dist/release");
  copy(builtFolder, "dashboard/dist");
  for (const file of globSync(FILES, { cwd: root })) copy(join(root, file), file);
  writeTypes(folder);
  writeManifest(folder, manifest(), "");
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), bundledLicenses());
}

/** The licenses of the packages in the program and the dashboard. The bundles themselves have no comments. */
function bundledLicenses(): string {
  const { packages } = readJson<{ packages: Record<string, { dev?: boolean; optional?: boolean }> }>(
    "package-lock.json",
  );
  return Object.keys(packages)
    .filter((folder) => folder.includes("node_modules/") && !packages[folder]?.dev && !packages[folder]?.optional)
    .flatMap((folder) => globSync(`${folder}/{LICEN[CS]E,licen[cs]e}*`, { cwd: root }))
    .map(
      (file) =>
        `${dirname(file).replace(/^.*node_modules\//, "")}\n\n${readFileSync(join(root, file), "utf8").trim()}\n`,
    )
    .join(`\n${"-".repeat(80)}\n\n`);
}

function manifest(): object {
  const { name, description, type, scripts } = packageJson;
  return {
    name,
    description,
    type,
    engines: { node: ">=24" },
    bin: { winnow: "src/cli/launch.js" },
    exports: Object.fromEntries(
      Object.entries(packageJson.exports).map(([name, file]) => [
        name,
        { types: typesFile(file), default: `./dist/release/${basename(file).replace(/\.ts$/, ".js")}` },
      ]),
    ),
    scripts: { start: scripts.start },
    dependencies: Object.fromEntries([...loadedAsPackages, ...typePackages].map((one) => [one, installedVersion(one)])),
  };
}

const installedVersion = (name: string): string =>
  readJson<{ version: string }>(join("node_modules", name, "package.json")).version;

const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), "utf8")) as T;
