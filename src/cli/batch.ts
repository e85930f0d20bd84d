import { createHash } from "node:crypto";
import type { Command } from "commander";
import { progressBar } from "./batch/bar.ts";
import { Journal } from "./batch/journal.ts";
import { readLines } from "./batch/read-lines.ts";
import { runAtService } from "./batch/run-at-service.ts";
import { CommandFailed } from "./command-failed.ts";
import { fromHelp } from "./endpoints/register.ts";
import { exitCodes, exitCodesHelp } from "./exit-codes.ts";
import { interruptSignal } from "./interrupt.ts";
import { ProgressLine } from "./output/progress-line.ts";
import { write } from "./output/write.ts";
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
  withServiceOptions(command).addHelpText("after", exitCodesHelp);
  command.action(calling(batch));
}

async function batch(service: Connected, name: string, words: string[], options: Options): Promise<void> {
  const { from, out = from === "-" ? undefined : `${from}.results.ndjson` } = options;
  if (out === undefined) throw new CommandFailed("--from - needs --out: the file for the results");
  const text = readInput(from);
  const remote = findOperation(await listOperations(service), name);
  const requests = readLines(from, text, remote, readRequest(remote, words));
  const digest = createHash("sha256").update(JSON.stringify(requests)).digest("hex");
  const again = options.retryFailed ?? false;
  const journal = await Journal.open(out, { operation: remote.name, digest }, again);
  const before = journal.done.size;
  const began = performance.now();
  const line = new ProgressLine();
  let points = 0;

  const figures = () => ({
    done: journal.done.size,
    total: requests.length,
    failed: journal.failures.length,
    points,
    fresh: journal.done.size - before,
    seconds: (performance.now() - began) / 1000,
  });
  try {
    line.show(progressBar(figures()));
    const onProgress = (charged: number) => {
      points += charged;
      line.show(progressBar(figures()));
    };
    const signal = interruptSignal("stopped; start it again to go on");
    await runAtService({
      batches: service.winnow,
      operation: remote.name,
      requests,
      journal,
      again,
      signal,
      onProgress,
    });
  } finally {
    line.end(progressBar(figures()));
    await journal.close();
  }
  await tell(out, journal, { lines: requests.length, fresh: journal.done.size - before, points });
}

async function tell(
  out: string,
  { failures }: Journal,
  sum: { lines: number; fresh: number; points: number },
): Promise<void> {
  if (process.stdout.isTTY) {
    const shown = failures.slice(0, FAILURES_SHOWN).map(({ line, message }) => `  line ${line}: ${message}\n`);
    const more = failures.length - shown.length;
    await write(`Results in ${out}\n${shown.join("")}${more > 0 ? `  and ${more} more that failed\n` : ""}`);
  } else await write(`${JSON.stringify({ out, ...sum, failed: failures.length, failures }, null, 2)}\n`);
  if (failures.length > 0) {
    throw new CommandFailed(
      `${failures.length} of ${sum.lines} lines failed; --retry-failed asks for them again`,
      exitCodes.someFailed[0],
    );
  }
}
