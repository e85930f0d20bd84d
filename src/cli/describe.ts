import type { Command } from "commander";
import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";
import { formatOf, type OutputOptions, printRecords, withOutputOptions } from "./output/records.ts";
import { write } from "./output/write.ts";
import { connect, type ServiceOptions, withServiceOptions } from "./service/connect.ts";
import { asFailure } from "./service/failure.ts";
import { findOperation, operationsOf } from "./service/operations.ts";

export function registerDescribe(program: Command): void {
  const command = program
    .command("describe")
    .description("List the operations of a Winnow service with their prices, or describe one.")
    .argument("[operation]", "its name, or a unique start of it");
  withServiceOptions(withOutputOptions(command)).action(describe);
}

async function describe(name: string | undefined, options: ServiceOptions & OutputOptions): Promise<void> {
  const service = connect(options, "no key");
  try {
    const operations = await operationsOf(service);
    if (name === undefined) {
      const rows = operations.map((operation) => ({
        operation: operation.name,
        price: operation.price,
        summary: operation.summary,
      }));
      return await printRecords(rows, ["operation", "price", "summary"], options);
    }
    const operation = findOperation(operations, name);
    if (options.output !== undefined && formatOf(options) !== "table") {
      const { schemas, example, price, summary } = operation;
      return await write(
        `${JSON.stringify({ operation: operation.name, summary, price, ...schemas, example }, null, 2)}\n`,
      );
    }
    await write(await page(service.url, operation.name));
  } catch (error) {
    throw asFailure(error, service.url);
  }
}

/** The page that the service makes of the operation's schemas. */
async function page(url: string, name: string): Promise<string> {
  const address = `${url.replace(/\/+$/, "")}/docs/${name.replaceAll("/", "-")}.md`;
  const response = await fetch(address);
  if (!response.ok) throw new CommandFailed(`${address} answers ${response.status}`, exitCodes.service[0]);
  return response.text();
}
