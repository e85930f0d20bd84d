import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { namedOrigin, readConfig } from "../config.ts";
import { Blocked, NoSuchThing, SourceError, WinnowError } from "../contract/errors.ts";
import { compileRequest } from "../contract/reading/read-request.ts";
import type { Source } from "../contract/source.ts";
import { savedAnswer } from "../extraction/answer.ts";
import { classifyResponse } from "../extraction/classify-response.ts";
import { findSource } from "../find-sources.ts";
import { errorText } from "../service/service.ts";
import { CommandFailed } from "./command-failed.ts";

/** What scripts learn from `winnow parse`; the README's fixed points. */
const EXIT = { badCall: 1, blocked: 3, noSuchThing: 4, unknownForm: 5 } as const;

interface ParseOptions {
  request: string;
  operation?: string;
  status?: string;
}

export function registerParse(program: Command): void {
  program
    .command("parse")
    .description("Read a saved answer of a site, without a network: records as JSON on stdout.")
    .argument("<source>", "neutral name of the source, such as nlretail")
    .argument("<file>", "the saved answer")
    .requiredOption("--request <json>", "the request body the answer belongs to")
    .option("--operation <path>", "which operation, where the source has several")
    .option("--status <code>", "the HTTP status the answer came with", "200")
    .addHelpText(
      "after",
      `
Exit codes: 0 records (or none: []), ${EXIT.badCall} the call itself is wrong, ${EXIT.blocked} a block or challenge page,
            ${EXIT.noSuchThing} the site says "no such thing" (412), ${EXIT.unknownForm} a form that is not known.`,
    )
    .action(parse);
}

async function parse(name: string, file: string, options: ParseOptions): Promise<void> {
  const source = await findSource(name);
  const operation = source.operations.find(({ path }) => !options.operation || path.endsWith(options.operation));
  if (!operation) throw new CommandFailed(`${name} has no operation "${options.operation}"`);
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandFailed(`cannot read ${file}: ${error.message}`);
  });

  const context = readingContext(source);
  const answer = savedAnswer(bytes, { url: `${context.origin}/`, status: Number(options.status) });
  try {
    const request = compileRequest(operation.request)(Buffer.from(options.request), "application/json");
    classifyResponse(source, answer, context.now());
    const records = [...operation.parse(answer, request, context)];
    const { count } = request as { count?: number };
    await print(JSON.stringify(count === undefined ? records : records.slice(0, count), null, 2));
  } catch (error) {
    throw asFailure(error);
  }
}

function readingContext(source: Source) {
  const { origins } = readConfig(process.env);
  const originOf = (name: string) => namedOrigin(origins, source.name, name) ?? source.origins[name]!;
  return { origin: originOf("site"), originOf, now: () => Date.now() };
}

function asFailure(error: unknown): unknown {
  if (error instanceof Blocked) return new CommandFailed(error.message, EXIT.blocked);
  if (error instanceof NoSuchThing) return new CommandFailed(errorText(error), EXIT.noSuchThing);
  if (error instanceof SourceError) {
    if (error.status === 412)
      return new CommandFailed(error.message, error.code === "blocked" ? EXIT.blocked : EXIT.noSuchThing);
    return new CommandFailed(error.message, EXIT.unknownForm);
  }
  if (error instanceof WinnowError) return new CommandFailed(errorText(error), EXIT.badCall);
  return new CommandFailed(`unreadable answer: ${(error as Error).message}`, EXIT.unknownForm);
}

/** Waits for the pipe: a large answer must not be cut off when the process ends. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve())));
