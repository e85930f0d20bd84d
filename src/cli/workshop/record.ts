import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { readConfig } from "../../app/config.ts";
import { installedSource } from "../../app/installed-sources.ts";
import { type OpenedEngine, onlyFor, withEngine } from "../../app/open-engine.ts";
import { readSourceSettings } from "../../app/source-settings.ts";
import type { Operation } from "../../contract/operation.ts";
import { compileRequest } from "../../contract/reading/read-request.ts";
import type { Source } from "../../contract/source.ts";
import { createRecorder } from "../../extraction/recording/recorder.ts";
import type { Recording } from "../../extraction/recording/recording.ts";
import { replay } from "../../extraction/recording/replay.ts";
import { readWarc, writeWarc } from "../../extraction/recording/warc.ts";
import { CommandFailed } from "../command-failed.ts";
import { findOperation } from "../local-operation.ts";
import { EXPLAIN, type Explain, explainedReplay } from "../operator/explain.ts";
import { write } from "../output/write.ts";
import { readGiven } from "./read-given.ts";
import { READING_EXIT_CODES, readingFailure } from "./reading-failure.ts";

export function register(program: Command): void {
  program
    .command("record")
    .description("Run an operation here and save the site's responses as WARC, without cookies and tokens.")
    .argument("<operation>", "such as nlretail/products/search; the source alone means its first operation")
    .requiredOption("--request <json>", "the request body")
    .requiredOption("-o, --out <file>", "where to save it, such as lamps.warc.gz")
    .addHelpText(
      "after",
      `
Uses the site in WINNOW_<SOURCE>_ORIGIN, or else the stand-in. Failed runs are saved too.${READING_EXIT_CODES}`,
    )
    .action(record);
  program
    .command("replay")
    .description("Run an operation on the responses in a recording, without a network. Prints the records as JSON.")
    .argument("<file>", "a file from `winnow record`, `winnow incidents save` or x-evidence")
    .option(...EXPLAIN)
    .addHelpText("after", READING_EXIT_CODES)
    .action(replayFile);
}

async function record(name: string, options: { request: string; out: string }): Promise<void> {
  const { source, operation } = await findOperation(name);
  const config = readConfig(process.env);
  await withEngine([source], onlyFor(config, source.name), (opened) => recordRun(source, operation, opened, options));
}

async function recordRun(
  source: Source,
  operation: Operation,
  { engine, originOf }: OpenedEngine,
  options: { request: string; out: string },
): Promise<void> {
  try {
    const request = compileRequest(operation.request)(Buffer.from(options.request), "application/json");
    operation.check?.(request);
    const places = Object.keys(source.origins).map((key) => [key, originOf(source.name, key)]);
    const recorder = createRecorder(
      { source: source.name, operation: operation.path, request, origins: Object.fromEntries(places) },
      () => Date.now(),
    );
    const run = engine.extract({
      source,
      operation,
      request,
      caller: "record",
      disconnect: new AbortController().signal,
      requestId: crypto.randomUUID(),
      recorder,
    });
    let count = 0;
    try {
      for await (const _record of run) count++;
    } finally {
      const recording = recorder.recording();
      await writeFile(options.out, await writeWarc(recording));
      process.stderr.write(
        `${options.out}: ${counted(recording.exchanges.length, "exchange")}, ${counted(count, "record")}${recording.truncated ? ", cut short" : ""}\n`,
      );
    }
  } catch (error) {
    throw readingFailure(error);
  }
}

async function replayFile(file: string, { explain }: { explain?: Explain }): Promise<void> {
  const recording = await savedRecording(file);
  const source = await installedSource(readConfig(process.env), recording.source);
  const settings = readSourceSettings([source], readConfig(process.env).sources)[source.name] ?? {};
  try {
    if (explain !== undefined) await write(await explainedReplay(recording, source, settings, explain));
    else await write(`${JSON.stringify(await replay(recording, source, settings), null, 2)}\n`);
  } catch (error) {
    throw error instanceof CommandFailed ? error : readingFailure(error);
  }
}

export async function savedRecording(file: string): Promise<Recording> {
  return readWarc(await readGiven(file)).catch((error: Error) => {
    throw new CommandFailed(`${file} is not a recording: ${error.message}`);
  });
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
