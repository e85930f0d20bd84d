import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");

/** Packages whose types are part of ours. Without them `Static` and HTML elements would be `any`. */
export const typePackages = ["typebox", "domhandler"];

/** The path of a module's declarations in the release. */
export const typesFile = (file: string): string => file.replace("./src/", "./types/").replace(/\.ts$/, ".d.ts");

/** Writes the type declarations of the modules that packages import. Not type-checked: `npm run check` does that. */
export function writeTypes(folder: string): void {
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--verbatimModuleSyntax", "--skipLibCheck"];
  const modules = ["--target", "esnext", "--module", "nodenext", "--types", "node", "--allowImportingTsExtensions"];
  const output = [
    "--declaration",
    "--emitDeclarationOnly",
    "--noCheck",
    "--rootDir",
    "src",
    "--outDir",
    join(folder, "types"),
  ];
  execFileSync(
    process.execPath,
    [tsc, "--ignoreConfig", ...strict, ...modules, ...output, ...Object.values(packageJson.exports)],
    { cwd: root, stdio: "inherit" },
  );
}
