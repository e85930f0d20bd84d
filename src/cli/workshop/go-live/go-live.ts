import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Command } from "commander";
import { readConfig } from "../../../app/config.ts";
import { installedSources } from "../../../app/installed-sources.ts";
import { type OpenedEngine, onlyFor, withEngine } from "../../../app/open-engine.ts";
import { withOwnCanaries } from "../../../app/own-canaries.ts";
import { canaryBody } from "../../../contract/canary.ts";
import { WinnowError } from "../../../contract/errors.ts";
import type { Operation } from "../../../contract/operation.ts";
import type { Source } from "../../../contract/source.ts";
import { proofWords } from "../../../docs/proof-words.ts";
import { firstRequest } from "../../../extraction/first-request.ts";
import { replay } from "../../../extraction/recording/replay.ts";
import { readWarc, writeWarc } from "../../../extraction/recording/warc.ts";
import { CommandFailed } from "../../command-failed.ts";
import { formatTable } from "../../output/table.ts";
import { fieldVerdicts } from "./field-verdicts.ts";
import { type MetWall, notShownYet, routeLines } from "./not-shown.ts";
import { findProblems, problemsAmong, wordsFor } from "./proofs.ts";
import { listTrials, type Trial } from "./trial.ts";

const PAUSE_MS = 1_000;
const NOT_PROVEN = 2;

export function register(program: Command): void {
  program
    .command("go-live")
    .description(
      "Try a live site: robots.txt, different searches a second apart, a page boundary, a filter and a sort; compare with the recordings of the last time, and give a verdict for each field.",
    )
    .argument("<source>", "name of the source; WINNOW_<SOURCE>_ORIGIN is its address")
    .option("-o, --out <folder>", "folder for the recordings", "recordings")
    .option("--stand-in", "use the stand-in if there is no live address")
    .addHelpText(
      "after",
      `
It sends the source's live canaries: src/sources/<source>/canaries.ts, or your own in canaries.json of DATA_DIR.
Read docs/going-live.md first. Exit codes: 0 proven, 1 wrong call, ${NOT_PROVEN} at least one problem.`,
    )
    .action(goLive);
}

const say = (text: string) => process.stdout.write(`${text}\n`);

async function goLive(name: string, { out, standIn = false }: { out: string; standIn?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const sources = withOwnCanaries(await installedSources(config), config.database.dataDir);
  const source = sources.find((one) => one.name === name);
  if (!source) throw new CommandFailed(`no source "${name}"; there are ${sources.map((one) => one.name).join(", ")}`);
  const walls: MetWall[] = [];
  const observer = { wall: ({ route, sign }: MetWall) => void walls.push({ route, sign }) };
  const trial = async (opened: OpenedEngine) => {
    if (opened.isStandIn(name) && !standIn) {
      throw new CommandFailed(
        `${name} has no live address. Set WINNOW_${name.toUpperCase()}_ORIGIN, or add --stand-in to try the steps.`,
      );
    }
    return proveSource(source, opened, { out, walls, pauseMs: opened.isStandIn(name) ? 0 : PAUSE_MS });
  };
  const problems = await withEngine([source], onlyFor(config, name), trial, { observer });
  if (problems.length > 0) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    throw new CommandFailed(`${count}: see above and docs/going-live.md.`, NOT_PROVEN);
  }
  say(
    "\nProven: every check passed; what was not shown is listed above. To turn the recordings into tests, see docs/adding-a-source.md.",
  );
}

export interface ProveOptions {
  /** Folder for the recordings. */
  out: string;
  pauseMs: number;
  /** The walls that the engine's observer has seen. */
  walls: readonly MetWall[];
}

/** Tries every operation of a source, says what was shown and what was not, and returns the problems. */
export async function proveSource(
  source: Source,
  opened: OpenedEngine,
  { out, pauseMs, walls }: ProveOptions,
): Promise<string[]> {
  await mkdir(out, { recursive: true });
  const problems: string[] = [];
  const all: Trial[] = [];
  for (const [nth, operation] of source.operations.entries()) {
    if (nth > 0) await setTimeout(pauseMs);
    say(`\n${operation.path}`);
    const forbidden = await robotsProblem(source, operation, opened);
    if (forbidden) problems.push(forbidden);
    else {
      const { trials, found } = await proveOperation(source, operation, opened, out, pauseMs);
      all.push(...trials);
      problems.push(...found);
    }
    for (const { about, words } of proofWords(operation).filter(({ isStated }) => !isStated)) {
      say(`  not shown by its pages: ${about.join(", ")}. ${words}`);
    }
  }
  tellShown(source, opened, all, walls);
  return problems;
}

function tellShown(source: Source, opened: OpenedEngine, trials: Trial[], walls: readonly MetWall[]): void {
  const health = opened.engine.health().find((one) => one.source === source.name)!;
  say("\nRoutes");
  for (const line of routeLines(health, walls)) say(line);
  say("\nNot shown yet");
  const shown = {
    source,
    health,
    walls,
    isStandIn: opened.isStandIn(source.name),
    warnings: new Set(trials.flatMap(({ warnings }) => warnings)),
    hasEmptyResult: trials.some(({ error, records }) => !error && records.length === 0),
  };
  for (const line of notShownYet(shown)) say(`  - ${line}`);
}

async function proveOperation(
  source: Source,
  operation: Operation,
  opened: OpenedEngine,
  out: string,
  pauseMs: number,
): Promise<{ trials: Trial[]; found: string[] }> {
  const trials: Trial[] = [];
  const before: Array<Record<string, unknown>> = [];
  const problems: string[] = [];
  for await (const trial of listTrials(source, operation, opened, pauseMs)) {
    trials.push(trial);
    const name = `${operation.path.slice("/api/".length).replaceAll("/", "-")}-${trials.length}`;
    const file = join(out, `${name}.warc.gz`);
    before.push(...(await recordsOfLastTime(source, file, trial.request)));
    const found = findProblems(operation, trial);
    problems.push(...found);
    // A recording of a failure does not replace the one that the next run is compared with.
    const saved = trial.error ? join(out, `${name}.failed.warc.gz`) : file;
    if (trial.recorder) await writeFile(saved, await writeWarc(trial.recorder.recording()));
    tell(operation, trial, found, saved);
  }
  const among = problemsAmong(operation, trials);
  for (const problem of among) say(`  FAILED: ${problem}`);
  const records = trials.flatMap((trial) => trial.records);
  const wrong = records.length === 0 ? [] : tellFields(operation, records, before);
  return { trials, found: [...problems, ...among, ...wrong] };
}

function tell(operation: Operation, trial: Trial, problems: string[], saved: string): void {
  const { records, pages, total, error } = trial;
  const said = total === null ? "" : ` (${total} in all)`;
  say(
    `  ${wordsFor(trial)}: ${records.length} records${said} on ${pages.length} page${pages.length === 1 ? "" : "s"}, saved as ${saved}`,
  );
  for (const problem of problems) say(`    FAILED: ${problem}`);
  if (error instanceof WinnowError && error.code === "unreadable") {
    say(`    npx winnow replay ${saved} reads it again; its reader is in ${readerFolder(operation)}`);
  }
}

/** The table of verdicts; each failed one is a problem. */
function tellFields(operation: Operation, records: Trial["records"], before: Trial["records"]): string[] {
  const verdicts = fieldVerdicts(operation, records, before);
  if (before.length === 0) say("  no earlier recording of these requests to compare with");
  const rows = verdicts.map((verdict) => ({ ...verdict }));
  say(formatTable(rows, ["field", "filled", "type", "changed", "verdict"], 160).replace(/^/gm, "  ").trimEnd());
  const wrong = verdicts.filter(({ verdict }) => verdict === "WRONG");
  if (wrong.length > 0) say(`  the fields are read in ${readerFolder(operation)}`);
  return wrong.map(({ field, changed, type }) => `"${field}" is wrong: ${changed || type || "missing"}`);
}

async function robotsProblem(source: Source, operation: Operation, opened: OpenedEngine): Promise<string | null> {
  if (opened.isStandIn(source.name)) {
    say("  robots.txt: none (stand-in)");
    return null;
  }
  const body = canaryBody(operation, operation.examples[0], Date.now());
  const first = await firstRequest(source, operation, body, (name) => opened.originOf(source.name, name));
  if (!first) return null;
  const problem = await opened.engine.robotsRuleOf(source.name, first).then(
    ({ allowed, line, text }) => (allowed ? null : `robots.txt does NOT allow it (line ${line}: ${text})`),
    (error: Error) => `robots.txt could not be read: ${error.message}`,
  );
  say(
    problem
      ? `  ${problem}; nothing was sent. Ask the site, or look for its API: docs/going-live.md, 1`
      : "  robots.txt allows it",
  );
  return problem;
}

/** `src/sources/nlretail`: the folder of an operation's readers. */
const readerFolder = ({ path }: Operation): string => `src/sources/${path.split("/")[2]}`;

type Row = Record<string, unknown>;

/** The records that the current readers get from the previous recording; none if it has no such request. */
async function recordsOfLastTime(source: Source, file: string, request: Row): Promise<Row[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (bytes === null) return [];
  const recording = await readWarc(bytes);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(request)), recording.request)) return [];
  try {
    return await replay(recording, source);
  } catch (error) {
    // A reader that no longer understands the recording cannot be compared.
    if (error instanceof WinnowError) return [];
    throw error;
  }
}
