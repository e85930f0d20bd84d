import type { Command } from "commander";
import type { Retry, CallOptions as RunOptions } from "../../client/src/index.ts";
import { selectFields } from "../files/field-selection.ts";
import { CommandFailed } from "./command-failed.ts";
import { interruptSignal } from "./interrupt.ts";
import { ProgressLine } from "./output/progress-line.ts";
import { choose, outputFormat, printRecords } from "./output/records.ts";
import { write } from "./output/write.ts";
import { programName } from "./program-name.ts";
import { givenOptions, withOptionsOf } from "./service/call-options.ts";
import { type CallOptions, calling, withCallOptions } from "./service/calling.ts";
import type { Connected } from "./service/connect.ts";
import { findOperation, listOperations, type RemoteOperation } from "./service/operations.ts";
import { readRequest } from "./service/request-words.ts";

interface Options extends CallOptions {
  preview?: boolean;
}

export function register(program: Command): void {
  const command = program
    .command("call")
    .description("Run an operation of a Winnow service and print its records.")
    .argument("<operation>", `the operation, such as nlretail/products/search; \`${programName} describe\` lists all`)
    .argument(
      "[fields...]",
      "key=value for simple values, a,b for lists, key:=json for raw JSON, - for a JSON object from standard input",
    )
    .option("--preview", "show the most it can cost without running it; free");
  withCallOptions(
    withOptionsOf("call", command),
    `
Examples:
  ${programName} call nlretail/products/search keyword=koffie count=20
  ${programName} call stays/hotels/search destination=Lisbon checkin=2027-06-11 checkout=2027-06-14 count=50 star_ratings=4,5 --fields name,price.amount --output csv
`,
  ).action(calling(call));
}

async function call(service: Connected, name: string, words: string[], options: Options): Promise<void> {
  const operation = findOperation(await listOperations(service), name);
  const request = readRequest(operation, words);
  refuseUnknownFields(operation, options.fields);
  if (options.preview) await preview(service, operation, request, options);
  else await run(service, operation, request, options);
}

type Request = Record<string, unknown>;

/** Reports a misspelt field before points are spent. */
function refuseUnknownFields({ name, schemas }: RemoteOperation, fields: string[] | undefined): void {
  const selected = selectFields(schemas.record, fields ?? []);
  if (!("faults" in selected)) return;
  const words = selected.faults.map(({ msg }) => msg.replace("Value error, ", "")).join("; ");
  throw new CommandFailed(`--fields: ${name}: ${words}`);
}

async function preview({ winnow }: Connected, { name }: RemoteOperation, request: Request, options: Options) {
  const { max_cost, points, windows } = await winnow.operation(name).preview(request);
  const row = { max_cost, points, ...Object.fromEntries(windows.map((w) => [w.name, `${w.usage}/${w.limit}`])) };
  await printRecords([row], Object.keys(row), options);
}

async function run(service: Connected, operation: RemoteOperation, request: Request, options: Options): Promise<void> {
  const line = new ProgressLine();
  // In a pipe, requests the whole response in one call, because that recovers even from a connection lost half-way.
  const streamed = process.stderr.isTTY || outputFormat(options) === "ndjson";
  const call: RunOptions = {
    signal: interruptSignal(streamed ? "stopped; the records that were sent are charged" : undefined),
    ...givenOptions("call", options),
    onRetry: ({ error, delay }: Retry) => line.show(`${error.message}; again in ${Math.ceil(delay / 1000)} s`),
  };
  const called = service.winnow.operation(operation.name);
  line.show(`${operation.name}: asking`);
  try {
    const records: Array<Record<string, unknown>> = [];
    const started = performance.now();
    const answer = streamed ? called.stream(request, call) : await called(request, call);
    for await (const record of answer) {
      records.push(record);
      line.show(`${operation.name}: ${records.length} records`);
      if (outputFormat(options) === "ndjson") await write(`${JSON.stringify(choose(record, options.fields))}\n`);
    }
    line.end();
    if (outputFormat(options) !== "ndjson") await printRecords(records, operation.columns, options);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { creditsCharged, pointsLeft, standIn } = answer.facts!;
    if (standIn) process.stderr.write("These records are made up: a stand-in gave them.\n");
    line.end(`${records.length} records in ${seconds} s; ${creditsCharged} points, ${pointsLeft} left`);
  } catch (error) {
    line.end();
    throw error;
  }
}
