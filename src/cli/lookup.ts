import type { Command } from "commander";
import { fieldLookup, type Lookup, lookupBody, lookupOptions } from "../contract/lookup.ts";
import { CommandFailed } from "./command-failed.ts";
import { printRecords } from "./output/records.ts";
import { programName } from "./program-name.ts";
import { type CallOptions, calling, withCallOptions } from "./service/calling.ts";
import type { Connected } from "./service/connect.ts";
import { findOperation, listOperations, type RemoteOperation } from "./service/operations.ts";
import { findField, readRequest } from "./service/request-words.ts";

interface Options extends CallOptions {
  cache: boolean;
}

export function register(program: Command): void {
  const command = program
    .command("lookup")
    .description("Find values for a field of an operation: a city code, a brand, a district id.")
    .argument("<operation>", "the operation you want to call, such as ruretail/products/search")
    .argument("<field>", "its field, such as city")
    .argument("[words...]", "search text; key=value for other fields that the lookup needs, such as query=ноутбук")
    .option("--no-cache", "ignore a cached result, which would be free");
  withCallOptions(
    command,
    `
Examples:
  ${programName} lookup ruretail/products/search city Саратов
  ${programName} lookup ruretail/products/search brands query=ноутбук
  ${programName} lookup stays/hotels/search district_ids destination=Lisbon
`,
  ).action(calling(lookUp));
}

async function lookUp(service: Connected, name: string, field: string, words: string[], options: Options) {
  const operations = await listOperations(service);
  const operation = findOperation(operations, name);
  const lookup = lookupIn(operation, field);
  const request = readRequest(
    operation,
    words.filter((word) => word.includes("=")),
  );
  const typed = words.filter((word) => !word.includes("=")).join(" ");
  const found = findOperation(operations, lookup.operation);
  const answer = await service.winnow.operation(found.name).detailed(lookupBody(lookup, typed, request), {
    forPicker: true,
    ...(!options.cache && { noCache: true }),
  });
  const rows = lookupOptions(lookup, answer.records, typed).map(({ value, label, results, also }) => ({
    [field]: value,
    label,
    ...also,
    ...(lookup.results && { results }),
  }));
  const columns = [field, "label", ...Object.keys(lookup.also ?? {}), ...(lookup.results ? ["results"] : [])];
  await printRecords(rows, columns, options);
  if (process.stderr.isTTY) process.stderr.write(`${costWords(found, answer)}\n`);
}

function lookupIn(operation: RemoteOperation, field: string): Lookup {
  const lookup = fieldLookup(findField(operation, field));
  if (lookup) return lookup;
  const fed = Object.keys(operation.fields).filter((name) => fieldLookup(operation.fields[name]));
  const known = fed.length === 0 ? "none of its fields has one" : `these have: ${fed.join(", ")}`;
  throw new CommandFailed(`${operation.name} has no lookup for "${field}"; ${known}`);
}

const costWords = (
  { name }: RemoteOperation,
  { creditsCharged, pointsLeft, age }: { creditsCharged: number | null; pointsLeft: number | null; age: number | null },
): string =>
  `${name}: ${age === null ? `${creditsCharged ?? 0} points` : `free, kept since ${age} s ago`}; ${pointsLeft ?? "?"} left`;
