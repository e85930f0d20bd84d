import { errorMessage } from "../../base/thrown.ts";
import { csvRows } from "../../files/csv-rows.ts";
import { fieldValue } from "../../service/field-value.ts";
import { CommandFailed } from "../command-failed.ts";
import type { RemoteOperation } from "../service/operations.ts";
import { findField } from "../service/request-words.ts";

export type Request = Record<string, unknown>;

/** The requests in a file: CSV with field names in its first row, or one JSON object per line (`-`: detects which). */
export function readLines(file: string, text: string, operation: RemoteOperation, common: Request): Request[] {
  const isJson = file === "-" ? text.trimStart().startsWith("{") : /\.(ndjson|jsonl)$/i.test(file);
  const requests = isJson ? jsonLines(file, text, operation) : csvLines(file, text, operation);
  if (requests.length === 0) throw new CommandFailed(`${file} has no requests`);
  return requests.map((request) => ({ ...common, ...request }));
}

function csvLines(file: string, text: string, operation: RemoteOperation): Request[] {
  let rows: string[][];
  try {
    rows = csvRows(text);
  } catch (error) {
    throw new CommandFailed(`${file}: ${errorMessage(error)}`);
  }
  const [names = [], ...lines] = rows;
  const fields = names.map((name) => [name.trim(), findField(operation, name.trim())] as const);
  return lines.map((cells, index) => {
    if (cells.length !== names.length) {
      throw new CommandFailed(
        `${file}: line ${index + 1} has ${cells.length} cells, but the first row has ${names.length}`,
      );
    }
    // An empty cell is omitted: the field keeps its default.
    return Object.fromEntries(
      fields.flatMap(([name, field], at) => (cells[at] ? [[name, fieldValue(field, cells[at])]] : [])),
    );
  });
}

function jsonLines(file: string, text: string, operation: RemoteOperation): Request[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, index) => {
    const request = parsed(line);
    if (typeof request !== "object" || request === null || Array.isArray(request)) {
      throw new CommandFailed(`${file}: line ${index + 1} is not a JSON object`);
    }
    for (const name of Object.keys(request)) findField(operation, name);
    return { ...request };
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
