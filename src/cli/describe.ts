import type { Command } from "commander";
import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";
import { outputFormat, printRecords, withOutputOptions } from "./output/records.ts";
import { write } from "./output/write.ts";
import { type CallOptions, calling } from "./service/calling.ts";
import { type Connected, withServiceOptions } from "./service/connect.ts";
import { findOperation, listOperations } from "./service/operations.ts";

export function register(program: Command): void {
  const command = program
    .command("describe")
    .description("List the operations of a Winnow service with their prices, or describe one.")
    .argument("[operation]", "its name, or a unique start of it");
  withServiceOptions(withOutputOptions(command)).action(calling(describe, "no key"));
}

async function describe(service: Connected, name: string | undefined, options: CallOptions): Promise<void> {
  const operations = await listOperations(service);
  if (name === undefined) {
    const rows = operations.map(({ name: operation, price, summary }) => ({ operation, price, summary }));
    return printRecords(rows, ["operation", "price", "summary"], options);
  }
  const { name: operation, schemas, example, price, summary } = findOperation(operations, name);
  if (options.output !== undefined && outputFormat(options) !== "table") {
    return write(`${JSON.stringify({ operation, summary, price, ...schemas, example }, null, 2)}\n`);
  }
  await write(await page(service.url, operation));
}

/** The page that the service generates from the operation's schemas. */
async function page(url: string, name: string): Promise<string> {
  const address = `${url.replace(/\/+$/, "")}/docs/${name.replaceAll("/", "-")}.md`;
  const response = await fetch(address);
  if (!response.ok) throw new CommandFailed(`${address} answers ${response.status}`, exitCodes.service[0]);
  return response.text();
}
