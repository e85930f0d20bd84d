import type { Command } from "commander";
import { fieldsHelp, operationHelp, registerEndpoints } from "./endpoints/register.ts";
import { printAnswers } from "./endpoints/rows.ts";
import { interruptSignal } from "./interrupt.ts";
import { ProgressLine } from "./output/progress-line.ts";
import { printRecords } from "./output/records.ts";
import { programName } from "./program-name.ts";
import { givenOptions, withOptionsOf } from "./service/call-options.ts";
import { type CallOptions, calling } from "./service/calling.ts";
import type { Connected } from "./service/connect.ts";
import { findOperation, listOperations } from "./service/operations.ts";
import { readRequest } from "./service/request-words.ts";

interface SubmitOptions extends CallOptions {
  wait?: boolean;
}

export function register(program: Command): void {
  const { command } = registerEndpoints(program, "jobs");
  command("records", "Print the records of a job; waits until it ends. Free.")
    .argument("<id>", "The job's id.")
    .action(
      calling(async (service, id: string, options: CallOptions) => {
        const handle = service.winnow.jobs.handle(id);
        const { operation } = await handle.ended({ signal: interruptSignal() });
        const { columns } = findOperation(await listOperations(service), operation);
        await printRecords(await handle.records(), columns, options);
      }),
    );
  withOptionsOf("job", command("submit", "Queue a call and print its job."))
    .argument("<operation>", operationHelp)
    .argument("[fields...]", fieldsHelp)
    .option("--wait", "wait until it ends and print its records")
    .action(calling(submit));
}

async function submit(service: Connected, name: string, words: string[], options: SubmitOptions): Promise<void> {
  const operation = findOperation(await listOperations(service), name);
  const given = givenOptions("job", options);
  const job = await service.winnow.jobs.submit(operation.name, readRequest(operation, words), given);
  if (!options.wait) return printAnswers([await job.status()], { title: "Job", columns: [] }, options);
  const line = new ProgressLine();
  line.show(`job ${job.id}: waiting`);
  try {
    await job.ended({ signal: interruptSignal(`the job goes on: ${programName} jobs records ${job.id}`) });
  } finally {
    line.end();
  }
  await printRecords(await job.records(), operation.columns, options);
}
