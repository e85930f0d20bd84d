import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { namedOrigin, readConfig } from "../app/config.ts";
import { compileRequest } from "../contract/reading/read-request.ts";
import type { Source } from "../contract/source.ts";
import { savedAnswer } from "../extraction/answer.ts";
import { classifyResponse } from "../extraction/classify-response.ts";
import { savedRecords } from "../extraction/row-accounting.ts";
import { wallBehind } from "../extraction/walls/find-wall.ts";
import { CommandFailed } from "./command-failed.ts";
import { findOperation } from "./local-operation.ts";
import { write } from "./output/write.ts";
import { READING_EXIT_CODES, readingFailure } from "./reading-failure.ts";

interface ParseOptions {
  request: string;
  status?: string;
}

export function register(program: Command): void {
  program
    .command("parse")
    .description("Run a reader on a saved response of a site, without a network. Prints the records as JSON.")
    .argument("<operation>", "such as nlretail/products/search; the source alone means its first operation")
    .argument("<file>", "the saved response")
    .requiredOption("--request <json>", "the request body of the response")
    .option("--status <code>", "the HTTP status of the response", "200")
    .addHelpText("after", READING_EXIT_CODES)
    .action(parse);
}

async function parse(name: string, file: string, options: ParseOptions): Promise<void> {
  const { source, operation } = await findOperation(name);
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandFailed(`cannot read ${file}: ${error.message}`);
  });

  const context = readingContext(source);
  const answer = savedAnswer(bytes, { url: `${context.origin}/`, status: Number(options.status) });
  try {
    const request = compileRequest(operation.request)(Buffer.from(options.request), "application/json");
    classifyResponse(source, answer, context.now());
    const records = savedRecords(operation, answer, request, context);
    const { count } = request;
    await write(`${JSON.stringify(typeof count === "number" ? records.slice(0, count) : records, null, 2)}\n`);
  } catch (error) {
    throw readingFailure(wallBehind(error, source, answer, answer.url) ?? error);
  }
}

function readingContext(source: Source) {
  const { origins } = readConfig(process.env).sources;
  const originOf = (name: string) => namedOrigin(origins, source.name, name) ?? source.origins[name]!;
  return { origin: originOf("site"), originOf, now: () => Date.now() };
}
