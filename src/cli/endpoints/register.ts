import type { Command } from "commander";
import { wholeNumber } from "../arguments.ts";
import { readLines } from "../batch/read-lines.ts";
import { endpointCommands, groupTitles } from "../generated/endpoints.ts";
import { firstOf } from "../output/first-of.ts";
import { type CallOptions, calling, withCallOptions } from "../service/calling.ts";
import type { Connected } from "../service/connect.ts";
import { findOperation, listOperations } from "../service/operations.ts";
import { readInput, readRequest } from "../service/request-words.ts";
import type { CommandField, EndpointCommand } from "./command.ts";
import { optionFor } from "./option.ts";
import { printAnswers } from "./rows.ts";

type Values = Record<string, unknown>;

const ROWS = 25;
export const fromHelp =
  "a .csv file with field names in the first row, or .ndjson with one request per line; - for standard input";
export const fieldsHelp = "key=value for simple values, key:=json for raw JSON";
export const operationHelp = "the operation, such as nlretail/products/search";

/** A group of commands for a group of endpoints. `command` adds one that calls more than one endpoint. */
export function registerEndpoints(program: Command, name: string) {
  const group = program.command(name).description(groupTitles[name] ?? "");
  for (const endpoint of endpointCommands) {
    if (endpoint.group === name) withCallOptions(register(endpoint, group.command(endpoint.name)));
  }
  return {
    group,
    command: (named: string, description: string) => withCallOptions(group.command(named).description(description)),
  };
}

/** How a field is passed: as an argument, as words after the operation, as lines of a file, or as an option. */
function placeOf(field: CommandField, { args, fields }: EndpointCommand) {
  const isRequired = field.isRequired ?? false;
  const namesOperation = fields.some(({ schema, isRequired }) => isRequired && schema["x-operation"] === "name");
  if (namesOperation && field.schema["x-operation"] === "request") return "words";
  if (namesOperation && field.schema.items?.["x-operation"] === "request") return "lines";
  return isRequired && (args.includes(field.clientName) || field.schema["x-operation"] === "name")
    ? "argument"
    : "option";
}

function register(endpoint: EndpointCommand, command: Command): Command {
  const { summary, description, params, fields, isPage } = endpoint;
  const at = (place: string) => fields.filter((field) => placeOf(field, endpoint) === place);
  command.summary(`${summary}.`).description(`${summary}.${description ? ` ${description}` : ""}`);
  for (const [param, text] of Object.entries(params)) command.argument(`<${param.replaceAll("_", "-")}>`, text);
  for (const field of at("argument")) command.argument(`<${field.name}>`, field.schema.description);
  if (at("words").length > 0) command.argument("[fields...]", fieldsHelp);
  if (at("lines").length > 0) {
    command.argument("[fields...]", "key=value defaults for every line").requiredOption("--from <file>", fromHelp);
  }
  for (const field of at("option")) command.addOption(optionFor(field));
  if (isPage) command.option("--limit <number>", "how many rows", wholeNumber, ROWS);
  return command.action(
    calling(async (service, ...words: unknown[]) => {
      const options = words.at(-2) as CallOptions & Values;
      const given = words.slice(0, -2);
      const places = [...Object.keys(params), ...at("argument").map(({ clientName }) => clientName)];
      const values: Values = Object.fromEntries([
        ...places.map((place, index) => [place, given[index]]),
        ...at("option").map((field) => [field.clientName, options[optionFor(field).attributeName()]]),
      ]);
      const lines = [...at("words"), ...at("lines")][0];
      if (lines) values[lines.clientName] = await requestsOf(service, values, given.at(-1) as string[], options);
      await printAnswers(await callEndpoint(service, endpoint, values, Number(options.limit)), endpoint.row, options);
    }),
  );
}

/** Reads the request (or with `--from` the requests) for the named operation, and replaces the name by the full one. */
async function requestsOf(service: Connected, values: Values, words: string[], { from }: Values): Promise<unknown> {
  const text = typeof from === "string" ? readInput(from) : null;
  const operation = findOperation(await listOperations(service), String(values.operation));
  values.operation = operation.name;
  const request = readRequest(operation, words);
  return text === null ? request : readLines(String(from), text, operation, request);
}

/** Calls the client's method, in the order of its arguments. */
export async function callEndpoint(
  { winnow }: Connected,
  { group, method, params, args, takesInput, isPage, pick }: EndpointCommand,
  values: Values,
  limit = Number.POSITIVE_INFINITY,
): Promise<object[]> {
  const methods = winnow as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>;
  const places = [...Object.keys(params), ...args];
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !places.includes(name)));
  const answer = methods[group]![method]!(...places.map((name) => values[name]), rest, ...(takesInput ? [{}] : []));
  if (isPage) return firstOf(answer as AsyncIterable<object>, limit);
  const found = await answer;
  if (pick !== undefined) return [{ [pick]: found }];
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found as object];
}
