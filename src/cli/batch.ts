import { createHash } from "node:crypto";
import type { Command } from "commander";
import type { Batch } from "../../client/src/index.ts";
import { keepNote, openNote } from "./batch/note.ts";
import { readLines } from "./batch/read-lines.ts";
import { writeResults } from "./batch/results.ts";
import { runAtService } from "./batch/run-at-service.ts";
import { CommandFailed } from "./command-failed.ts";
import { fromHelp } from "./endpoints/register.ts";
import { exitCodes, exitCodesHelp } from "./exit-codes.ts";
import { interruptSignal } from "./interrupt.ts";
import { ProgressLine } from "./output/progress-line.ts";
import { write } from "./output/write.ts";
import { givenOptions, withOptionsOf } from "./service/call-options.ts";
import { calling } from "./service/calling.ts";
import { type Connected, type ServiceOptions, withServiceOptions } from "./service/connect.ts";
import { findOperation, listOperations } from "./service/operations.ts";
import { readInput, readRequest } from "./service/request-words.ts";

interface Options extends ServiceOptions {
  from: string;
  out?: string;
  retryFailed?: boolean;
}

const FAILURES_SHOWN = 20;
/** The most lines that a service accepts as one batch. */
const MAX_LINES = 10_000;

export function register(program: Command): void {
  const command = program
    .command("batch")
    .description(
      "Run an operation for each line of a file, as a batch at the service. If you stop it and start it again, it resumes: each line runs once and is charged once.",
    )
    .argument("<operation>", "the operation, such as nlretail/products/search")
    .argument("[fields...]", "key=value defaults for every line")
    .requiredOption("--from <file>", fromHelp)
    .option("--out <file>", "file for the results, one line each (default: <from>.results.ndjson)")
    .option("--retry-failed", "run the lines that failed before again");
  withServiceOptions(withOptionsOf("batch", command)).addHelpText("after", exitCodesHelp);
  command.action(calling(batch));
}

async function batch(service: Connected, name: string, words: string[], options: Options): Promise<void> {
  const { from, out = from === "-" ? undefined : `${from}.results.ndjson` } = options;
  if (out === undefined) throw new CommandFailed("--from - needs --out: the file for the results");
  const text = readInput(from);
  const remote = findOperation(await listOperations(service), name);
  const requests = readLines(from, text, remote, readRequest(remote, words));
  const given = givenOptions("batch", options);
  const run = { winnow: service.winnow, operation: remote.name, requests, options: given, maxLines: MAX_LINES };
  const digest = createHash("sha256")
    .update(JSON.stringify([remote.name, requests]))
    .digest("hex");
  const note = await openNote(out, digest);
  const line = new ProgressLine();
  const bar = progressBar(requests.length);
  let batches: Batch[] = [];
  try {
    await runAtService({
      ...run,
      note,
      keep: (changed) => keepNote(out, changed),
      retryFailed: options.retryFailed ?? false,
      signal: interruptSignal("stopped; the batch continues at the service: start this again for its results"),
      onProgress(now) {
        batches = now;
        line.show(bar(now));
      },
    });
  } finally {
    line.end(bar(batches));
    if (process.stderr.isTTY) process.stderr.write(`Batch ${note.batches.join(", ")}\n`);
  }
  const failures = await writeResults(out, run, batches);
  refuseUnfinished(batches.at(-1));
  if (process.stdout.isTTY) {
    const shown = failures.slice(0, FAILURES_SHOWN).map(({ line, message }) => `  line ${line}: ${message}\n`);
    const more = failures.length - shown.length;
    await write(`Results in ${out}\n${shown.join("")}${more > 0 ? `  and ${more} more that failed\n` : ""}`);
  } else {
    const points = sum(batches, ({ charged }) => charged);
    const figures = { lines: requests.length, points, failed: failures.length };
    await write(`${JSON.stringify({ out, batches: note.batches, ...figures, failures }, null, 2)}\n`);
  }
  if (failures.length > 0) {
    throw new CommandFailed(
      `${failures.length} of ${requests.length} lines failed; --retry-failed asks for them again`,
      exitCodes.someFailed[0],
    );
  }
}

function refuseUnfinished(last: Batch | undefined): void {
  if (last === undefined || last.status === "finished") return;
  const { id, status, pause_reason } = last;
  if (status === "cancelled") throw new CommandFailed(`batch ${id} was cancelled at the service`);
  const why = pause_reason ?? "no reason given.";
  throw new CommandFailed(`batch ${id} is paused: ${why} Start it again to go on.`, exitCodes.points[0]);
}

const WIDTH = 24;

const sum = (batches: Batch[], figure: (batch: Batch) => number): number =>
  batches.reduce((all, batch) => all + figure(batch), 0);

/** `[######------] 120/500, 2 failed, 1180 points, 14.2 a second, 27 s left`; the pace since the first call. */
export function progressBar(total: number, now = () => performance.now()): (batches: Batch[]) => string {
  let began: { done: number; at: number } | undefined;
  return (batches) => {
    const failed = sum(batches, ({ items, invalid }) => items.failed + invalid);
    const done = failed + sum(batches, ({ items }) => items.succeeded);
    began ??= { done, at: now() };
    const seconds = (now() - began.at) / 1000;
    const rate = seconds > 0 ? (done - began.done) / seconds : 0;
    const filled = Math.floor((done / total) * WIDTH);
    return [
      `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${done}/${total}`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      `${sum(batches, ({ charged }) => charged)} points`,
      ...(rate > 0 && done < total
        ? [`${rate.toFixed(1)} a second`, `${Math.ceil((total - done) / rate)} s left`]
        : []),
    ].join(", ");
  };
}
