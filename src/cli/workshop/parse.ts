import type { Command } from "commander";
import { namedOrigin, readConfig } from "../../app/config.ts";
import { iso } from "../../base/iso.ts";
import { observing } from "../../contract/provenance.ts";
import { PROVENANCE, provenanceView } from "../../contract/provenance-view.ts";
import { compileRequest } from "../../contract/reading/read-request.ts";
import type { Source } from "../../contract/source.ts";
import { savedAnswer } from "../../extraction/answer.ts";
import { classifyResponse } from "../../extraction/classify-response.ts";
import { savedRecords } from "../../extraction/row-accounting.ts";
import { wallBehind } from "../../extraction/walls/find-wall.ts";
import { findOperation } from "../local-operation.ts";
import { checkField, EXPLAIN, type Explain, explained } from "../operator/explain.ts";
import { write } from "../output/write.ts";
import { readGiven } from "./read-given.ts";
import { READING_EXIT_CODES, readingFailure } from "./reading-failure.ts";

interface ParseOptions {
  request: string;
  status?: string;
  explain?: Explain;
}

export function register(program: Command): void {
  program
    .command("parse")
    .description("Run a reader on a saved response of a site, without a network. Prints the records as JSON.")
    .argument("<operation>", "such as nlretail/products/search; the source alone means its first operation")
    .argument("<file>", "the saved response")
    .requiredOption("--request <json>", "the request body of the response")
    .option("--status <code>", "the HTTP status of the response", "200")
    .option(...EXPLAIN)
    .addHelpText("after", READING_EXIT_CODES)
    .action(parse);
}

async function parse(name: string, file: string, options: ParseOptions): Promise<void> {
  const { source, operation } = await findOperation(name);
  const { explain } = options;
  if (explain !== undefined) checkField(operation, explain);
  const bytes = await readGiven(file);

  const context = readingContext(source);
  const answer = savedAnswer(bytes, { url: `${context.origin}/`, status: Number(options.status) });
  try {
    const request = compileRequest(operation.request)(Buffer.from(options.request), "application/json");
    classifyResponse(source, answer, context.now());
    const read = () => savedRecords(operation, answer, request, context);
    const records =
      explain === undefined ? read() : observing({ number: null, url: answer.url, at: iso(context.now()) }, read);
    const { count } = request;
    const wanted = typeof count === "number" ? records.slice(0, count) : records;
    if (explain === undefined) return await write(`${JSON.stringify(wanted, null, 2)}\n`);
    const traced = wanted.map((record) => ({ ...record, [PROVENANCE]: provenanceView(record) }));
    await write(explained(traced, explain, [answer]));
  } catch (error) {
    throw readingFailure(wallBehind(error, source, answer, answer.url) ?? error);
  }
}

function readingContext(source: Source) {
  const { origins } = readConfig(process.env).sources;
  const originOf = (name: string) => namedOrigin(origins, source.name, name) ?? source.origins[name]!;
  return { origin: originOf("site"), originOf, now: () => Date.now() };
}
