import type { Command } from "commander";
import type { Batch } from "../../client/src/index.ts";
import { wholeNumber } from "./arguments.ts";
import { readLines } from "./batch/read-lines.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import { firstOf } from "./output/first-of.ts";
import { choose, formatOf, type OutputOptions, printRecords, withOutputOptions } from "./output/records.ts";
import { write } from "./output/write.ts";
import { calling } from "./service/calling.ts";
import { type Connected, type ServiceOptions, withServiceOptions } from "./service/connect.ts";
import { findOperation, operationsOf } from "./service/operations.ts";
import { readInput, requestOf } from "./service/request-words.ts";

type Options = ServiceOptions & OutputOptions;

interface SubmitOptions extends Options {
  from: string;
  maxCost?: number;
  webhook?: string;
  preview?: boolean;
}

const columns = ["id", "operation", "status", "total", "succeeded", "failed", "records", "charged", "pause_reason"];

const print = (batches: Batch[], options: OutputOptions) =>
  printRecords(
    batches.map((batch) => ({ ...batch, ...batch.items })),
    columns,
    options,
  );

/** Batches that run at the service, from the shell. `winnow batch` keeps a journal of one besides. */
export function registerBatches(program: Command): void {
  const batches = program.command("batches").description("Batches of a Winnow service: one operation, many calls.");
  const command = (name: string, description: string) =>
    withServiceOptions(withOutputOptions(batches.command(name).description(description))).addHelpText(
      "after",
      exitCodesHelp,
    );
  command("list", "The account's batches, newest first.")
    .option("--limit <n>", "how many", wholeNumber, 25)
    .action(
      calling(async ({ winnow }, options: Options & { limit: number }) =>
        print(await firstOf(winnow.batches.list(), options.limit), options),
      ),
    );
  command("submit", "Start a batch and print it. It runs at the service.")
    .argument("<operation>", "the operation, such as nlretail/products/search")
    .argument("[fields...]", "key=value defaults for every line")
    .requiredOption(
      "--from <file>",
      "a .csv file with field names in the first row, or .ndjson with one request per line; - for standard input",
    )
    .option("--max-cost <points>", "refuse the call if it could cost more", wholeNumber)
    .option("--webhook <address>", "URL that gets a webhook when it ends")
    .option("--preview", "show the most it can cost without running it")
    .action(calling(submit));
  const acts = {
    show: ["Show the status of a batch.", "get"],
    pause: ["Pause a batch: no more items start.", "pause"],
    resume: ["Resume a paused batch.", "resume"],
    retry: ["Run the failed items again.", "retry"],
    cancel: ["Cancel a batch; finished items stay.", "cancel"],
  } as const;
  for (const [name, [description, act]] of Object.entries(acts)) {
    command(name, description)
      .argument("<id>", "the batch's id")
      .action(
        calling(async ({ winnow }, id: string, options: Options) => print([await winnow.batches[act](id)], options)),
      );
  }
  command("failures", "List the failed items by line.")
    .argument("<id>", "the batch's id")
    .action(
      calling(async ({ winnow }, id: string, options: Options) =>
        printRecords(
          (await winnow.batches.failures(id)).map(({ error, ...rest }) => ({ ...rest, ...error })),
          ["line", "status", "code", "detail", "job_id", "request"],
          options,
        ),
      ),
    );
  command("records", "Print all records so far; @line is the line of each record. Free.")
    .argument("<id>", "the batch's id")
    .action(calling(records));
}

async function submit(service: Connected, name: string, words: string[], options: SubmitOptions): Promise<void> {
  const text = readInput(options.from);
  const operation = findOperation(await operationsOf(service), name);
  const requests = readLines(options.from, text, operation, requestOf(operation, words));
  const { batches } = service.winnow;
  if (options.preview) {
    await printRecords([{ ...(await batches.price(operation.name, requests)) }], ["total", "cost_at_most"], options);
    return;
  }
  const made = await batches.submit(operation.name, requests, {
    ...(options.maxCost !== undefined && { maxCost: options.maxCost }),
    ...(options.webhook !== undefined && { webhookUrl: options.webhook }),
  });
  await print([made], options);
}

async function records(service: Connected, id: string, options: Options): Promise<void> {
  const { operation } = await service.winnow.batches.get(id);
  const rows = service.winnow.batches.records(id);
  if (formatOf(options) === "ndjson") {
    // As they come: a batch may have more than fits in memory.
    for await (const row of rows) await write(`${JSON.stringify(choose(row, options.fields))}\n`);
    return;
  }
  const { columns } = findOperation(await operationsOf(service), operation);
  await printRecords(await firstOf(rows, Number.POSITIVE_INFINITY), ["@line", ...columns], options);
}
