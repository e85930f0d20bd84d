import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureDashboardBuilt } from "../../src/build-dashboard.ts";
import { seeded } from "../../src/contract/seeded.ts";
import { postgresOnDemand } from "../../src/store/testing/postgres-on-demand.ts";
import { applied, type Mutant, mutantsOf } from "./mutants-of.ts";
import { type Reach, reachOf } from "./reach.ts";
import { type Outcome, Runner } from "./runner.ts";
import { openSandbox } from "./sandbox.ts";

/** `npm run mutate -- <folder> ... [--sample n] [--seed s]`: see docs/testing.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string", default: "40" }, seed: { type: "string", default: "1" } },
});
const sample = Number(values.sample);
if (positionals.length === 0 || !(sample >= 1)) {
  console.error(
    "npm run mutate -- <folder or file> ... [--sample n] [--seed s], for example: npm run mutate -- src/metering",
  );
  process.exit(2);
}

/** Not ours to judge: tests and what they stand on, stand-in sites, migrations that have long run. */
const LEFT_ALONE = /\.test\.tsx?$|\.d\.ts$|\/(testing|site|simulation|migrations)\//;
/** Tests of the whole service with a browser or a built dashboard take minutes each. */
const TOO_LONG = /^test\/(dashboard\/|first-start|mcp-inspector)/;
const MOST_TESTS = 8;
const BATCH = 2;
/** Once so much time has gone into tests that did not notice, no further ones are asked. */
const MOST_TEST_MS = 15_000;
const STUCK_AFTER_MS = 30_000;

const checkout = resolve(import.meta.dirname, "../..");
// Built before it is copied, or every service that a test starts would build it anew.
await ensureDashboardBuilt({ info: console.log, error: (context, message) => console.error(message, context) });
using sandbox = openSandbox(checkout);
const tests = globSync(["src/**/*.test.ts", "test/**/*.test.ts", "client/**/*.test.ts"], { cwd: sandbox.root })
  .filter((file) => !TOO_LONG.test(file) && !file.includes("node_modules"))
  .sort();
const reach: Reach = reachOf(sandbox.root, tests);
const postgres = await postgresOnDemand();
const runner = new Runner(sandbox.root, { WINNOW_MUTATE_POSTGRES: postgres.address });
/** Put back on the disk, but not yet in the runner's memory. */
let mended: string[] = [];
const originals = new Map<string, string>();
const healthy = new Map<string, number | "fails">();
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
  for (const folder of positionals) if (!stopped) rows.push(await judge(folder.replace(/\/$/, "")));
} finally {
  runner.close();
  await postgres.close();
}
console.log(
  `\n| folder | mutants | noticed | stuck | survived | noticed (%) |\n|---|---|---|---|---|---|\n${rows.join("\n")}`,
);
console.log(`\nSeed ${values.seed}, at most ${sample} a folder.`);

async function judge(folder: string): Promise<string> {
  const all = filesOf(folder).flatMap((file) => mutantsOf(file, original(file)));
  const mutants = drawn(all, seeded(`${values.seed} ${folder}`));
  const count = { noticed: 0, stuck: 0, survived: 0 };
  console.log(`\n${folder}: ${mutants.length} of ${all.length} mutants`);
  for (const mutant of mutants) {
    const outcome = await tried(mutant);
    if (stopped) break;
    count[outcome === "stuck" ? "stuck" : outcome === null ? "survived" : "noticed"]++;
    if (outcome === null)
      console.log(`survived ${mutant.file}:${mutant.line}  ${oneLine(mutant.before)}  ->  ${oneLine(mutant.after)}`);
  }
  const judged = count.noticed + count.stuck + count.survived;
  const share = (100 * (count.noticed + count.stuck)) / Math.max(1, judged);
  return `| \`${folder}\` | ${judged} | ${count.noticed} | ${count.stuck} | ${count.survived} | ${share.toFixed(0)} |`;
}

function filesOf(folder: string): string[] {
  const files = folder.endsWith(".ts") ? [folder] : globSync(`${folder}/**/*.ts`, { cwd: sandbox.root }).sort();
  return files.filter((file) => !LEFT_ALONE.test(file));
}

/** As it was when the sandbox was made: the checkout may be worked on meanwhile. */
function original(file: string): string {
  const text = originals.get(file) ?? readFileSync(join(sandbox.root, file), "utf8");
  originals.set(file, text);
  return text;
}

/** Without putting back; by file order afterwards, so that one file's tests are measured once. */
function drawn(all: Mutant[], chance: ReturnType<typeof seeded>): Mutant[] {
  const left = [...all];
  const picked: Mutant[] = [];
  while (picked.length < sample && left.length > 0) picked.push(...left.splice(chance.int(0, left.length - 1), 1));
  return picked.sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
}

/** The test file that noticed, `stuck`, or null where none did. The nearest are asked first, and most know. */
async function tried(mutant: Mutant): Promise<string | null> {
  let spent = 0;
  for (const near of batchesFor(mutant.file)) {
    const tests: string[] = [];
    let expected = 0;
    for (const test of near) {
      if (!healthy.has(test)) healthy.set(test, await timeOf(test));
      const took = healthy.get(test)!;
      if (took === "fails") continue;
      tests.push(test);
      expected += took;
    }
    if (tests.length === 0) continue;
    const outcome = await broken(mutant, tests, 3 * expected + STUCK_AFTER_MS);
    if (outcome === "stuck" || outcome.failedIn !== null) return outcome === "stuck" ? outcome : outcome.failedIn;
    spent += expected;
    if (spent > MOST_TEST_MS) break;
  }
  return null;
}

async function broken(mutant: Mutant, tests: string[], limitMs: number): Promise<Outcome> {
  writeFileSync(join(sandbox.root, mutant.file), applied(original(mutant.file), mutant));
  const outcome = await runner.run({ changed: [...mended, mutant.file], tests }, limitMs);
  writeFileSync(join(sandbox.root, mutant.file), original(mutant.file));
  mended = [mutant.file];
  return outcome;
}

/** The test files that reach it, a few at a time. */
function batchesFor(file: string): string[][] {
  const near = (reach.get(file) ?? [])
    .map(({ test, steps }) => ({ test, rank: steps + (dirname(test) === dirname(file) ? -1 : 0) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_TESTS)
    .map(({ test }) => test);
  return Array.from({ length: Math.ceil(near.length / BATCH) }, (_, at) => near.slice(at * BATCH, (at + 1) * BATCH));
}

async function timeOf(test: string): Promise<number | "fails"> {
  const outcome = await runner.run({ changed: mended, tests: [test] }, 10 * STUCK_AFTER_MS);
  if (outcome !== "stuck" && outcome.failedIn === null) return outcome.tookMs;
  const why = outcome === "stuck" ? outcome : oneLine(outcome.why ?? "");
  console.log(`left out, since it fails without any change: ${test} (${why})`);
  return "fails";
}

function oneLine(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, " ").slice(0, 100)).slice(1, -1);
}
