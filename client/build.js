import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/** Both forms of the package, with types for each: `node build.js [folder]`, `dist` unless given. */
const here = import.meta.dirname;
const out = resolve(process.argv[2] ?? join(here, "dist"));
const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");

rmSync(out, { recursive: true, force: true });
for (const [project, form, type] of [
  ["tsconfig.json", "esm", "module"],
  ["tsconfig.cjs.json", "cjs", "commonjs"],
]) {
  execFileSync(process.execPath, [tsc, "-p", join(here, project), "--outDir", join(out, form)], { stdio: "inherit" });
  writeFileSync(join(out, form, "package.json"), `${JSON.stringify({ type, sideEffects: false })}\n`);
}
