import type { Command } from "commander";
import { registerEndpoints } from "./endpoints/register.ts";
import { firstOf } from "./output/first-of.ts";
import { choose, outputFormat, printRecords } from "./output/records.ts";
import { write } from "./output/write.ts";
import { type CallOptions, calling } from "./service/calling.ts";
import type { Connected } from "./service/connect.ts";
import { findOperation, listOperations } from "./service/operations.ts";

/** Batches that run on the service. `winnow batch` also waits for one and writes its results. */
export function register(program: Command): void {
  registerEndpoints(program, "batches")
    .command("records", "Print all records so far; @line is the line of each record. Free.")
    .argument("<id>", "The batch's id.")
    .action(calling(records));
}

async function records(service: Connected, id: string, options: CallOptions): Promise<void> {
  const { operation, records_expired } = await service.winnow.batches.get(id);
  if (records_expired > 0) {
    process.stderr.write(`${records_expired} records have expired: they are kept 7 days. They are missing here.\n`);
  }
  const rows = service.winnow.batches.records(id);
  if (outputFormat(options) === "ndjson") {
    // Streamed, because a batch may not fit in memory.
    for await (const row of rows) await write(`${JSON.stringify(choose(row, options.fields))}\n`);
    return;
  }
  const { columns } = findOperation(await listOperations(service), operation);
  await printRecords(await firstOf(rows, Number.POSITIVE_INFINITY), ["@line", ...columns], options);
}
