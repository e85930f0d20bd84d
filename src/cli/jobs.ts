import { type Command, Option } from "commander";
import type { Job } from "../../client/src/index.ts";
import { jobStatuses } from "../service/work-views.ts";
import { wholeNumber } from "./arguments.ts";
import { exitCodesHelp } from "./exit-codes.ts";
import { interruptSignal } from "./interrupt.ts";
import { firstOf } from "./output/first-of.ts";
import { ProgressLine } from "./output/progress-line.ts";
import { type OutputOptions, printRecords, withOutputOptions } from "./output/records.ts";
import { calling } from "./service/calling.ts";
import { type Connected, type ServiceOptions, withServiceOptions } from "./service/connect.ts";
import { findOperation, operationsOf } from "./service/operations.ts";
import { requestOf } from "./service/request-words.ts";

type Options = ServiceOptions & OutputOptions;

interface ListOptions extends Options {
  status?: Job["status"];
  operation?: string;
  batch?: string;
  limit: number;
}

interface SubmitOptions extends Options {
  maxCost?: number;
  webhook?: string;
  wait?: boolean;
}

const columns = ["id", "operation", "status", "records", "charged", "created_at", "error"];

/** As a row: what a person asks of it first. JSON has the whole job. */
const rowOf = (job: Job, { output }: OutputOptions): Record<string, unknown> =>
  output === "json" || output === "ndjson" || (output === undefined && !process.stdout.isTTY)
    ? { ...job }
    : { ...job, records: job.progress.records, error: job.error?.detail ?? null };

const print = (jobs: Job[], options: OutputOptions) =>
  printRecords(
    jobs.map((job) => rowOf(job, options)),
    columns,
    options,
  );

/** Calls that outlive their connection, from the shell. */
export function registerJobs(program: Command): void {
  const jobs = program.command("jobs").description("Jobs of a Winnow service: calls that run in the background.");
  const command = (name: string, description: string) =>
    withServiceOptions(withOutputOptions(jobs.command(name).description(description))).addHelpText(
      "after",
      exitCodesHelp,
    );
  command("list", "The account's jobs, newest first.")
    .addOption(new Option("--status <status>", "only this status").choices([...jobStatuses]))
    .option("--operation <name>", "only this operation")
    .option("--batch <id>", "only items of this batch")
    .option("--limit <n>", "how many", wholeNumber, 25)
    .action(
      calling(async ({ winnow }, options: ListOptions) => {
        const { status, operation, batch, limit } = options;
        const filter = {
          ...(status && { status }),
          ...(operation !== undefined && { operation }),
          ...(batch !== undefined && { batchId: batch }),
        };
        await print(await firstOf(winnow.jobs.list(filter), limit), options);
      }),
    );
  command("show", "Show the status and cost of a job.")
    .argument("<id>", "the job's id")
    .action(
      calling(async ({ winnow }, id: string, options: Options) =>
        print([await winnow.jobs.handle(id).status()], options),
      ),
    );
  command("records", "Print the records of a job; waits until it ends. Free.")
    .argument("<id>", "the job's id")
    .action(
      calling(async (service, id: string, options: Options) => {
        const handle = service.winnow.jobs.handle(id);
        const { operation } = await handle.ended({ signal: interruptSignal() });
        const { columns } = findOperation(await operationsOf(service), operation);
        await printRecords(await handle.records(), columns, options);
      }),
    );
  command("cancel", "Cancel a job and release its hold.")
    .argument("<id>", "the job's id")
    .action(
      calling(async ({ winnow }, id: string, options: Options) =>
        print([await winnow.jobs.handle(id).cancel()], options),
      ),
    );
  command("submit", "Queue a call and print its job.")
    .argument("<operation>", "the operation, such as nlretail/products/search")
    .argument("[fields...]", "key=value for simple values, key:=json for raw JSON")
    .option("--max-cost <points>", "refuse the call if it could cost more", wholeNumber)
    .option("--webhook <address>", "URL that gets a webhook when it ends")
    .option("--wait", "wait until it ends and print its records")
    .action(calling(submit));
}

async function submit(service: Connected, name: string, words: string[], options: SubmitOptions): Promise<void> {
  const operation = findOperation(await operationsOf(service), name);
  const job = await service.winnow.jobs.submit(operation.name, requestOf(operation, words), {
    ...(options.maxCost !== undefined && { maxCost: options.maxCost }),
    ...(options.webhook !== undefined && { webhookUrl: options.webhook }),
  });
  if (!options.wait) return print([await job.status()], options);
  const line = new ProgressLine();
  line.show(`job ${job.id}: waiting`);
  try {
    await job.ended({ signal: interruptSignal(`the job goes on: winnow jobs records ${job.id}`) });
  } finally {
    line.end();
  }
  await printRecords(await job.records(), operation.columns, options);
}
