import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureDashboardBuilt } from "../../src/app/build-dashboard.ts";
import { seeded } from "../../src/contract/seeded.ts";
import { postgresOnDemand } from "../../test/support/store/postgres-on-demand.ts";
import { syntaxTree } from "../../test/support/syntax-tree.ts";
import { Judge, Notes, type Verdict } from "./judge.ts";
import { type Mutant, mutantsOf } from "./mutants-of.ts";
import { type Reach, reachOf } from "./reach.ts";
import { Runner } from "./runner.ts";
import { openSandbox } from "./sandbox.ts";
import { type Numbered, switched } from "./switched.ts";

/** `npm run mutate -- <folder> ... [--sample n] [--seed s] [--tests pattern] [--again log] [--patience s] [--workers n]`: see docs/testing.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "" },
    verbose: { type: "boolean", default: false },
    again: { type: "string" },
    workers: { type: "string", default: "2" },
    patience: { type: "string", default: "60" },
  },
});
const sample = Number(values.sample);
const patience = Number(values.patience);
const workers = Number(values.workers);
if (positionals.length === 0 || !(sample >= 1) || !(patience >= 0) || !(workers >= 1)) {
  console.error(
    "npm run mutate -- <folder or file> ... [--sample n] [--seed s] [--tests pattern] [--again log] [--patience s] [--workers n] [--verbose], for example: npm run mutate -- src/metering",
  );
  process.exit(2);
}

/** Not ours to judge: tests and what they stand on, stand-in sites, migrations that have long run. */
const LEFT_ALONE = /\.test\.tsx?$|\.d\.ts$|\/(testing|site|simulation|drill|migrations|generated|source-template)\//;
/** Tests of the whole service with a browser or a built dashboard take minutes each. */
const TOO_LONG = /^test\/(dashboard\/|first-start|new-source)|\/drill\//;

const began = performance.now();
const checkout = resolve(import.meta.dirname, "../..");
// Built before it is copied, or every service that a test starts would build it anew.
await ensureDashboardBuilt({ info: console.log, error: (_context, message) => console.error(message) });
const sandbox = openSandbox(checkout);
process.once("exit", sandbox.remove);
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
spawnSync(process.execPath, [join(sandbox.root, "src/cli/bundle/bundle.ts")], { stdio: "ignore" });

const postgres = await postgresOnDemand();
const runners = Array.from(
  { length: workers },
  (_, at) =>
    new Runner(sandbox.root, `session-${at}`, { WINNOW_MUTATE_POSTGRES: postgres.address }, (line) =>
      console.log(line),
    ),
);
const notes = new Notes();
const judges = runners.map((runner) => new Judge(runner, notes, (line) => console.log(line)));
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // What was judged until then is still shown.
  process.once(signal, () => {
    stopped = true;
    for (const runner of runners) runner.close();
  });
}

const before = values.again ? readFileSync(values.again, "utf8") : null;
/** What a log says of a mutant that `--again` judges again. */
const OPEN = ["survived", "stuck", "unjudged"];
const counts = new Map(folders.map((folder) => [folder, { noticed: 0, stuck: 0, survived: 0 }]));
try {
  const open = await firstWords();
  // What each test file comes by is known by now for most: the last words of all folders share that.
  console.log(`\nthe last word on ${open.length}`);
  await lastWords(open);
} finally {
  for (const runner of runners) runner.close();
  await postgres.close();
}
const rows = folders.map((folder) => {
  const { noticed, stuck, survived } = counts.get(folder)!;
  const share = ((100 * noticed) / Math.max(1, noticed + survived)).toFixed(0);
  return `| \`${folder}\` | ${noticed + survived + stuck} | ${noticed} | ${stuck} | ${survived} | ${share} |`;
});
console.log(
  `\n| folder | mutants | noticed | stuck | survived | noticed (%) |\n|---|---|---|---|---|---|\n${rows.join("\n")}`,
);
const asked = runners.reduce((sum, runner) => sum + runner.asked, 0);
const minutes = (performance.now() - began) / 60_000;
console.log(`\nSeed ${values.seed}, at most ${sample} a folder; ${minutes.toFixed(1)} minutes, ${asked} runs.`);

interface Drawn {
  folder: string;
  mutant: Numbered;
}

async function firstWords(): Promise<Drawn[]> {
  const open: Drawn[] = [];
  const drawnOnes = folders.flatMap((folder) => {
    const { mutants, outOf } = drawnOf.get(folder)!;
    console.log(`${folder}: ${mutants.length} of ${outOf} mutants`);
    return mutants.map((mutant) => ({ folder, mutant }));
  });
  refuseOtherDraw(drawnOnes);
  const unjudged = new Set<Drawn>(drawnOnes);
  await byAll(drawnOnes, async (drawn, judge) => {
    const { folder, mutant } = drawn;
    if (before !== null && !OPEN.some((kind) => before.includes(`${kind} ${told(mutant)}`))) {
      counts.get(folder)!.noticed++;
      unjudged.delete(drawn);
      return;
    }
    const verdict = await judge.firstWordOn(mutant, nearest(mutant.file));
    if (stopped) return;
    unjudged.delete(drawn);
    if (verdict.kind === "survived") {
      open.push(drawn);
      console.log(`not noticed nearby: ${told(mutant)}`);
    } else tell(drawn, verdict);
  });
  for (const { mutant } of unjudged) console.log(`unjudged ${told(mutant)}`);
  return open;
}

/** What the log does not name as survived counts as noticed: that holds for the very same mutants alone. */
function refuseOtherDraw(drawnOnes: Drawn[]): void {
  const names = drawnOnes.map(({ mutant }) => told(mutant));
  const lines = (before ?? "").split("\n").filter((line) => OPEN.some((kind) => line.startsWith(`${kind} `)));
  const gone = lines.filter((line) => !names.some((name) => line.includes(` ${name}`)));
  if (gone.length === 0) return;
  throw new Error(`the code has changed since ${values.again}: not drawn any more are\n${gone.join("\n")}`);
}

/** Where a run was ended, what nobody nearby noticed stands as survived. */
async function lastWords(open: Drawn[]): Promise<void> {
  const rest = new Set(open);
  await byAll(open, async (drawn, judge) => {
    const verdict = await judge.lastWordOn(drawn.mutant, nearest(drawn.mutant.file), patience * 1000);
    if (stopped) return;
    rest.delete(drawn);
    tell(drawn, verdict);
  });
  for (const drawn of rest) tell(drawn, { kind: "survived", unasked: 0 });
}

/** Each judge takes the next, until none are left or the run is ended. */
async function byAll(drawnOnes: Drawn[], judgeOne: (drawn: Drawn, judge: Judge) => Promise<void>): Promise<void> {
  const queue = drawnOnes.values();
  await Promise.all(
    judges.map(async (judge) => {
      for (const drawn of queue) {
        if (stopped) return;
        await judgeOne(drawn, judge);
      }
    }),
  );
}

function tell({ folder, mutant }: Drawn, verdict: Verdict): void {
  counts.get(folder)![verdict.kind]++;
  if (verdict.kind === "noticed" && !values.verbose) return;
  console.log(`${verdict.kind} ${told(mutant)}${detailOf(verdict)}`);
}

function detailOf(verdict: Verdict): string {
  if ("by" in verdict) return `  (${verdict.by})`;
  return verdict.unasked ? `  (${verdict.unasked} files not asked)` : "";
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
    syntaxTree(file, text);
    writeFileSync(join(sandbox.root, file), text);
  }
}

/** The test files that load it; its own and those beside it first. */
function nearest(file: string): string[] {
  const isOwn = (test: string) => test === file.replace(/\.ts$/, ".test.ts");
  return (reach.get(file) ?? [])
    .map(({ test, steps }) => ({
      test,
      rank: steps - (dirname(test) === dirname(file) ? 1 : 0) - (isOwn(test) ? 1 : 0),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ test }) => test);
}

function told({ file, line, before, after }: Mutant): string {
  return `${file}:${line}  ${oneLine(before)}  ->  ${oneLine(after)}`;
}

function oneLine(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, " ").slice(0, 100)).slice(1, -1);
}
