import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureDashboardBuilt } from "../../src/app/build-dashboard.ts";
import { seeded } from "../../src/contract/seeded.ts";
import { postgresOnDemand } from "../../test/support/store/postgres-on-demand.ts";
import { Judge } from "./judge.ts";
import { type Mutant, mutantsOf } from "./mutants-of.ts";
import { reachOf } from "./reach.ts";
import { openSandbox } from "./sandbox.ts";

/** `npm run mutate -- <folder> ... [--sample n] [--seed s] [--tests pattern] [--files n] [--workers n]`: see docs/testing.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "" },
    workers: { type: "string", default: "2" },
    files: { type: "string", default: "40" },
  },
});
const [sample, files, workers] = [Number(values.sample), Number(values.files), Number(values.workers)];
if (positionals.length === 0 || !(sample >= 1) || !(files >= 1) || !(workers >= 1)) {
  console.error(
    "npm run mutate -- <folder or file> ... [--sample n] [--seed s] [--tests pattern] [--files n] [--workers n]",
  );
  process.exit(2);
}

/** Not mutated: tests and their helpers, stand-in sites, and landed migrations. */
const LEFT_ALONE = /\.test\.tsx?$|\.d\.ts$|\/(testing|site|simulation|drill|migrations|generated|source-template)\//;
/** Tests of the whole service with a browser or a built dashboard, which take minutes each. */
const TOO_LONG = /^test\/(dashboard\/|first-start|new-source)|\/drill\//;

const checkout = resolve(import.meta.dirname, "../..");
// Built before copying; otherwise every service that a test starts would build it again.
await ensureDashboardBuilt({ info: console.log, error: (_context, message) => console.error(message) });
const [whole, ...copies] = Array.from({ length: workers + 1 }, () => openSandbox(checkout));
process.once("exit", () => {
  for (const sandbox of [whole, ...copies]) sandbox?.remove();
});
const root = whole?.root ?? checkout;
const wanted = new RegExp(values.tests);
const tests = globSync(["src/**/*.test.ts", "test/**/*.test.ts", "client/**/*.test.ts"], { cwd: root })
  .filter((file) => !TOO_LONG.test(file) && !file.includes("node_modules") && wanted.test(file))
  .sort();
const reach = reachOf(root, tests);
const postgres = await postgresOnDemand();
const judge = new Judge(root, { WINNOW_MUTATE_POSTGRES: postgres.address });
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // Still prints the verdicts so far.
  process.once(signal, () => {
    stopped = true;
    judge.close();
  });
}

const rows: string[] = [];
for (const folder of positionals) rows.push(await judgeFolder(folder.replace(/\/$/, "")));
await postgres.close();
console.log(
  `\n| folder | mutants | noticed | stuck | survived | noticed (%) |\n|---|---|---|---|---|---|\n${rows.join("\n")}`,
);
console.log(`\nSeed ${values.seed}, at most ${sample} a folder.`);

async function judgeFolder(folder: string): Promise<string> {
  const mutants = drawn(folder).values();
  const counts = { noticed: 0, stuck: 0, survived: 0 };
  await Promise.all(
    copies.map(async (copy) => {
      for (const mutant of mutants) {
        const { kind, detail } = await judge.judge(copy.root, mutant, nearest(mutant.file), files);
        if (stopped) return;
        counts[kind]++;
        console.log(`${kind} ${shown(mutant)}${detail && `  (${detail})`}`);
      }
    }),
  );
  const { noticed, stuck, survived } = counts;
  const share = ((100 * noticed) / Math.max(1, noticed + survived)).toFixed(0);
  return `| \`${folder}\` | ${noticed + survived + stuck} | ${noticed} | ${stuck} | ${survived} | ${share} |`;
}

/** The same seed draws the same mutants from the same code. */
function drawn(folder: string): Mutant[] {
  const places = folder.split(",").map((place) => (place.endsWith(".ts") ? place : `${place}/**/*.ts`));
  const left = globSync(places, { cwd: root })
    .sort()
    .filter((file) => !LEFT_ALONE.test(file))
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")));
  console.log(`${folder}: ${Math.min(sample, left.length)} of ${left.length} mutants`);
  const chance = seeded(`${values.seed} ${folder}`);
  const picked: Mutant[] = [];
  while (picked.length < sample && left.length > 0) picked.push(...left.splice(chance.int(0, left.length - 1), 1));
  return picked.sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
}

/** The test files that load it; its own and its neighbours first. */
function nearest(file: string): string[] {
  const rank = ({ test, steps }: { test: string; steps: number }) =>
    steps - (dirname(test) === dirname(file) ? 1 : 0) - (test === file.replace(/\.ts$/, ".test.ts") ? 1 : 0);
  const loading = reach.get(file) ?? [];
  return loading.toSorted((a, b) => rank(a) - rank(b)).map(({ test }) => test);
}

function shown({ file, line, before, after }: Mutant): string {
  const oneLine = (text: string) => JSON.stringify(text.replace(/\s+/g, " ").slice(0, 100)).slice(1, -1);
  return `${file}:${line}  ${oneLine(before)}  ->  ${oneLine(after)}`;
}
