import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { readConfig } from "../app/config.ts";
import { type OpenedEngine, onlyFor, withEngine } from "../app/open-engine.ts";
import { canariesOf, defaultsOf, vitalFieldsOf } from "../contract/canary.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { FieldFill, isEmpty } from "../extraction/field-fill.ts";
import { firstRequestOf } from "../extraction/first-request.ts";
import { createRecorder } from "../extraction/recording/recorder.ts";
import { writeWarc } from "../extraction/recording/warc.ts";
import { findSource } from "../sources/find-sources.ts";
import { CommandFailed } from "./command-failed.ts";
import { tableOf } from "./output/table.ts";

const PAUSE_MS = 1_000;
const COUNT = 3;
/** More than a page of any source holds. */
const BEYOND_A_PAGE = 60;
const OTHER_SEARCHES = 2;

interface Options {
  out: string;
  standIn?: boolean;
}

export function registerGoLive(program: Command): void {
  program
    .command("go-live")
    .description(
      "Try a live site: check robots.txt, send different searches a second apart, one of them beyond a page, show how often each field is filled, and save recordings.",
    )
    .argument("<source>", "name of the source; WINNOW_<SOURCE>_ORIGIN is its address")
    .option("-o, --out <folder>", "folder for the recordings", "recordings")
    .option("--stand-in", "use the stand-in if there is no live address")
    .addHelpText(
      "after",
      "\nRead docs/going-live.md first. Exit codes: 0 everything fits the schema, 1 something does not.",
    )
    .action(goLive);
}

const say = (text: string) => process.stdout.write(`${text}\n`);

async function goLive(name: string, { out, standIn }: Options): Promise<void> {
  const source = await findSource(name);
  const config = readConfig(process.env);
  await withEngine([source], onlyFor(config.sources, name), (opened) =>
    trySource(source, opened, out, standIn ?? false),
  );
}

async function trySource(source: Source, opened: OpenedEngine, out: string, standIn: boolean): Promise<void> {
  const { name } = source;
  if (opened.isStandIn(name) && !standIn) {
    throw new CommandFailed(
      `${name} has no live address. Set WINNOW_${name.toUpperCase()}_ORIGIN, or add --stand-in to try the steps.`,
    );
  }
  await mkdir(out, { recursive: true });
  let problems = 0;
  for (const [nth, operation] of source.operations.entries()) {
    if (nth > 0) await setTimeout(PAUSE_MS);
    say(`\n${operation.path}`);
    problems += await tryOperation(source, operation, opened, out);
  }
  say("");
  if (problems > 0)
    throw new CommandFailed(`${problems} problem${problems === 1 ? "" : "s"}: see above and docs/going-live.md.`);
  say("Everything fits the schema. To turn the recordings into tests, see docs/adding-a-source.md.");
}

async function tryOperation(source: Source, operation: Operation, opened: OpenedEngine, out: string): Promise<number> {
  const originOf = (name: string) => opened.originOf(source.name, name);
  const bodies = bodiesOf(source, operation);
  const first = await firstRequestOf(source, operation, bodies[0]!, originOf);
  if (first && !(await robotsAllow(source, opened, first))) return 1;

  const fill = new FieldFill();
  let failures = 0;
  for (const [nth, body] of bodies.entries()) {
    const run = nth + 1;
    if (nth > 0) await setTimeout(PAUSE_MS);
    const file = join(out, `${operation.path.slice("/api/".length).replaceAll("/", "-")}-${run}.warc.gz`);
    const origins = Object.fromEntries(Object.keys(source.origins).map((key) => [key, originOf(key)]));
    const recorder = createRecorder({ source: source.name, operation: operation.path, request: body, origins }, () =>
      Date.now(),
    );
    const before = fill.records;
    try {
      const asked = { source, operation, request: body, caller: "go-live", disconnect: new AbortController().signal };
      const extraction = opened.engine.extract({
        ...asked,
        requestId: crypto.randomUUID(),
        onExchange: recorder.onExchange,
      });
      for await (const record of extraction) fill.add(record);
      const { pages } = extraction.stats;
      say(`  request ${run}: ${fill.records - before} records of ${pages} responses, saved as ${file}`);
      if (fill.records === before) {
        failures++;
        say(`    NO records for ${JSON.stringify(body)}: name a search that has some`);
      }
    } catch (error) {
      failures++;
      say(`  request ${run}: FAILED, ${(error as Error).message}; saved as ${file}`);
      if (error instanceof WinnowError && error.code === "unreadable") {
        say(`    npx winnow replay ${file} reads it again; its reader is in ${readerFolder(operation)}`);
      }
    }
    await writeFile(file, await writeWarc(recorder.recording()));
  }
  return failures + reportFill(operation, fill);
}

/** Different searches, the first one again beyond a page: a site that answers one request well may fail at the next. */
function bodiesOf(source: Source, operation: Operation): Array<Record<string, unknown>> {
  const { count } = operation.request.properties as { count?: { maximum?: number } };
  const asked = [...canariesOf(source, operation, false).map(({ request }) => request), ...operation.examples];
  const different = new Map(asked.map((body) => [JSON.stringify(body), body]));
  const [first = {}, ...others] = different.values();
  const bodyOf = (body: Record<string, unknown>, most: number) => ({
    ...defaultsOf(operation),
    ...body,
    ...(count && { count: Math.min(most, count.maximum ?? most) }),
    timeout: 60,
  });
  return [
    bodyOf(first, COUNT),
    ...(count ? [bodyOf(first, BEYOND_A_PAGE)] : []),
    ...others.slice(0, OTHER_SEARCHES).map((body) => bodyOf(body, COUNT)),
  ];
}

async function robotsAllow(source: Source, opened: OpenedEngine, first: { path: string }): Promise<boolean> {
  if (opened.isStandIn(source.name)) {
    say("  robots.txt: none (stand-in)");
    return true;
  }
  try {
    const { allowed, line, text } = await opened.engine.robotsRuleOf(source.name, first);
    say(
      allowed
        ? "  robots.txt allows it"
        : `  robots.txt does NOT allow it (line ${line}: ${text}); nothing was sent. Ask the site, or look for its API: docs/going-live.md, 1`,
    );
    return allowed;
  } catch (error) {
    say(`  robots.txt could not be read: ${(error as Error).message}; nothing was sent`);
    return false;
  }
}

/** `src/sources/nlretail/products-search`: where an operation's readers are. */
function readerFolder({ path }: Operation): string {
  const [, , source, ...rest] = path.split("/");
  return `src/sources/${source}/${rest.join("-")}`;
}

/** Whether the example of the reference has it filled; `brand.url` is a field of the record inside it. */
function isInExample({ exampleRecord = {} }: Operation, field: string): boolean {
  const value = field
    .split(".")
    .reduce<unknown>((record, name) => (record as Record<string, unknown> | null)?.[name] ?? null, exampleRecord);
  return !isEmpty(value);
}

function fitOf(share: number, expected: "always" | "usually" | "sometimes"): string {
  if (share === 0 && expected !== "sometimes") return expected === "always" ? "NO" : "look at it";
  return share < 1 && expected === "always" ? "look at it" : "yes";
}

/** Each field's share beside what is expected; what a healthy page always fills and this one does not is a problem. */
function reportFill(operation: Operation, fill: FieldFill): number {
  if (fill.records === 0) return 0;
  const vital = new Set(vitalFieldsOf(operation));
  const rows = [...fill.filled].map(([field, count]) => {
    const otherwise = isInExample(operation, field) ? "usually" : "sometimes";
    const expected = vital.has(field) ? "always" : otherwise;
    return {
      field,
      filled: `${Math.round((count / fill.records) * 100)} %`,
      expected,
      fits: fitOf(count / fill.records, expected),
    };
  });
  say(tableOf(rows, ["field", "filled", "expected", "fits"], 120).replace(/^/gm, "  ").trimEnd());
  if (rows.some(({ fits }) => fits !== "yes")) say(`  what does not fit is read in ${readerFolder(operation)}`);
  return rows.filter(({ fits }) => fits === "NO").length;
}
