import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { seeded } from "../../src/source-kit/stand-in/seeded.ts";
import { installTools } from "../support/install-tools.ts";

/** `npm run mutate -- <folder or file> ... [--tests pattern] [--lines n] [--seed s]`: see docs/testing.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: "string", multiple: true },
    lines: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
if (positionals.length === 0) {
  console.error("npm run mutate -- <folder or file> ... [--tests pattern] [--lines n] [--seed s]");
  process.exit(2);
}

/** Not mutated: tests, stand-in sites, migrations that have already run, generated files. */
const LEFT_ALONE = /\.test\.tsx?$|\.d\.ts$|\/(site|migrations|generated|source-template)\//;

const checkout = resolve(import.meta.dirname, "../..");
const files = positionals
  .flatMap((place) => (place.endsWith(".ts") ? place : globSync(`${place}/**/*.ts`, { cwd: checkout }).sort()))
  .filter((file) => !LEFT_ALONE.test(file));
const ownTests = files.map((file) => `${file.split("/").slice(0, 2).join("/")}/**/*.test.ts`);

installTools(import.meta.dirname);
const packages = join(import.meta.dirname, "node_modules/@stryker-mutator");
// Stryker mutates a copy of the checkout in this folder, where `../shared` must exist as it does beside the checkout.
const folder = mkdtempSync(join(tmpdir(), "winnow-mutate-"));
const shared = join(dirname(checkout), "shared");
if (existsSync(shared)) symlinkSync(shared, join(folder, "shared"));
const config = join(folder, "stryker.json");
writeFileSync(
  config,
  JSON.stringify({
    mutate: values.lines ? drawLines(Number(values.lines)) : files,
    testRunner: "vitest",
    plugins: [join(packages, "vitest-runner/dist/src/index.js")],
    vitest: { configFile: "scripts/mutate/vitest.config.ts", related: false },
    // Stryker would read it with a TypeScript of the old API, which is not installed.
    tsconfigFile: "none.json",
    tempDirName: folder,
    concurrency: 1,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
    reporters: ["clear-text", "progress-append-only", "json"],
    jsonReporter: { fileName: "coverage/mutants.json" },
    clearTextReporter: { logTests: false, reportTests: false, allowEmojis: false },
  }),
);
// Ctrl-C ends Stryker; the folder is still removed.
process.once("SIGINT", () => {});
const { status } = spawnSync(process.execPath, [join(packages, "core/bin/stryker.js"), "run", config], {
  cwd: checkout,
  stdio: "inherit",
  env: {
    ...process.env,
    MUTATE_TESTS: (values.tests ?? [...new Set(ownTests)]).join(","),
    MUTANTS_FILE: join(folder, "reached"),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "report-mutants.js")}`,
  },
});
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;

/** The same seed draws the same lines of the same code. */
function drawLines(count: number): string[] {
  const all = files.flatMap((file) =>
    readFileSync(join(checkout, file), "utf8")
      .split("\n")
      .map((_, at) => `${file}:${at + 1}-${at + 1}`),
  );
  const chance = seeded(values.seed);
  return Array.from({ length: Math.min(count, all.length) }, () => all.splice(chance.int(0, all.length - 1), 1)).flat();
}
