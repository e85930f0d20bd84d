import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseSync } from "oxc-parser";
import { ensureDashboardBuilt } from "../../src/build-dashboard.ts";
import { seeded } from "../../src/contract/seeded.ts";
import { postgresOnDemand } from "../../src/store/testing/postgres-on-demand.ts";
import { Judge } from "./judge.ts";
import { type Mutant, mutantsOf } from "./mutants-of.ts";
import { type Reach, reachOf } from "./reach.ts";
import { Runner } from "./runner.ts";
import { openSandbox } from "./sandbox.ts";
import { type Numbered, switched } from "./switched.ts";

/** `npm run mutate -- <folder> ... [--sample n] [--seed s] [--tests pattern] [--again log]`: see docs/testing.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "" },
    verbose: { type: "boolean", default: false },
    again: { type: "string" },
  },
});
const sample = Number(values.sample);
if (positionals.length === 0 || !(sample >= 1)) {
  console.error(
    "npm run mutate -- <folder or file> ... [--sample n] [--seed s] [--tests pattern] [--again log] [--verbose], for example: npm run mutate -- src/metering",
  );
  process.exit(2);
}

/** Not ours to judge: tests and what they stand on, stand-in sites, migrations that have long run. */
const LEFT_ALONE = /\.test\.tsx?$|\.d\.ts$|\/(testing|site|simulation|drill|migrations|generated|source-template)\//;
/** Tests of the whole service with a browser or a built dashboard take minutes each. */
const TOO_LONG = /^test\/(dashboard\/|first-start|mcp-inspector|new-source)|\/drill\/|transport\/browser\.test/;
const MOST_FILES = 60;

const began = performance.now();
const checkout = resolve(import.meta.dirname, "../..");
// Built before it is copied, or every service that a test starts would build it anew.
await ensureDashboardBuilt({ info: console.log, error: (_context, message) => console.error(message) });
using sandbox = openSandbox(checkout);
const wanted = new RegExp(values.tests);
const tests = globSync(["src/**/*.test.ts", "test/**/*.test.ts", "client/**/*.test.ts"], { cwd: sandbox.root })
  .filter((file) => !TOO_LONG.test(file) && !file.includes("node_modules") && wanted.test(file))
  .sort();
const reach: Reach = reachOf(sandbox.root, tests);
const folders = positionals.map((folder) => folder.replace(/\/$/, ""));
const drawnOf = new Map<string, { mutants: Numbered[]; outOf: number }>();
for (const folder of folders) drawnOf.set(folder, drawn(folder));
putSwitches([...drawnOf.values()].flatMap(({ mutants }) => mutants));
// The programs that tests start: made once, with every mutant in them.
spawnSync(process.execPath, [join(sandbox.root, "src/cli/compiled/compile.ts")], { stdio: "ignore" });

const postgres = await postgresOnDemand();
const runner = new Runner(sandbox.root, { WINNOW_MUTATE_POSTGRES: postgres.address });
const judge = new Judge(runner, (line) => console.log(line));
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // What was judged until then is still shown.
  process.once(signal, () => {
    stopped = true;
    runner.close();
  });
}

const rows: string[] = [];
try {
  for (const folder of folders) if (!stopped) rows.push(await judged(folder));
} finally {
  runner.close();
  await postgres.close();
}
console.log(
  `\n| folder | mutants | noticed | stuck | survived | noticed (%) |\n|---|---|---|---|---|---|\n${rows.join("\n")}`,
);
const minutes = (performance.now() - began) / 60_000;
console.log(`\nSeed ${values.seed}, at most ${sample} a folder; ${minutes.toFixed(1)} minutes, ${runner.asked} runs.`);

async function judged(folder: string): Promise<string> {
  const { mutants, outOf } = drawnOf.get(folder)!;
  const before = values.again ? readFileSync(values.again, "utf8") : null;
  const count = { noticed: 0, stuck: 0, survived: 0 };
  console.log(`\n${folder}: ${mutants.length} of ${outOf} mutants`);
  for (const mutant of mutants) {
    if (before !== null && !before.includes(`survived ${told(mutant)}`) && !before.includes(`stuck ${told(mutant)}`)) {
      count.noticed++;
      continue;
    }
    const verdict = await judge.verdictOf(mutant, nearest(mutant.file));
    if (stopped) break;
    count[verdict.kind]++;
    if (verdict.kind === "noticed" && !values.verbose) continue;
    const by = "by" in verdict ? `  (${verdict.by})` : "";
    console.log(`${verdict.kind} ${told(mutant)}${by}`);
  }
  const judgedOnes = count.noticed + count.survived;
  const share = ((100 * count.noticed) / Math.max(1, judgedOnes)).toFixed(0);
  return `| \`${folder}\` | ${judgedOnes + count.stuck} | ${count.noticed} | ${count.stuck} | ${count.survived} | ${share} |`;
}

/** The same seed gives the same draw of the same code; by place afterwards. */
function drawn(folder: string): { mutants: Numbered[]; outOf: number } {
  const places = folder.split(",").map((place) => (place.endsWith(".ts") ? place : `${place}/**/*.ts`));
  const left = globSync(places, { cwd: sandbox.root })
    .sort()
    .filter((file) => !LEFT_ALONE.test(file))
    .flatMap((file) => mutantsOf(file, readFileSync(join(sandbox.root, file), "utf8")));
  const outOf = left.length;
  const chance = seeded(`${values.seed} ${folder}`);
  const picked: Mutant[] = [];
  while (picked.length < sample && left.length > 0) picked.push(...left.splice(chance.int(0, left.length - 1), 1));
  picked.sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
  const first = [...drawnOf.values()].reduce((sum, { mutants }) => sum + mutants.length, 1);
  return { mutants: picked.map((mutant, at) => ({ ...mutant, id: first + at })), outOf };
}

function putSwitches(mutants: Numbered[]): void {
  const switchModule = join(sandbox.root, "scripts/mutate/mutant-switch.js");
  for (const [file, ofFile] of Map.groupBy(mutants, ({ file }) => file)) {
    const text = switched(readFileSync(join(sandbox.root, file), "utf8"), ofFile, switchModule);
    const [error] = parseSync(file, text).errors;
    if (error) throw new Error(`${file} cannot be read with its switches: ${error.message}`);
    writeFileSync(join(sandbox.root, file), text);
  }
}

/** The test files that load it; those beside it first. */
function nearest(file: string): string[] {
  return (reach.get(file) ?? [])
    .map(({ test, steps }) => ({ test, rank: steps + (dirname(test) === dirname(file) ? -1 : 0) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_FILES)
    .map(({ test }) => test);
}

function told({ file, line, before, after }: Mutant): string {
  return `${file}:${line}  ${oneLine(before)}  ->  ${oneLine(after)}`;
}

function oneLine(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, " ").slice(0, 100)).slice(1, -1);
}
