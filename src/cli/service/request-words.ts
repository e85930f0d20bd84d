import { readFileSync } from "node:fs";
import { errorMessage } from "../../base/thrown.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { fieldValue } from "../../service/field-value.ts";
import { CommandFailed } from "../command-failed.ts";
import type { RemoteOperation } from "./operations.ts";

/**
 * Reads a request from arguments: `key=value` by the field's schema (a list as `a,b`), `key:=json` as JSON, and `-` as a
 * JSON object from standard input. Values are left to the service, which reports errors better; names are checked here,
 * because the service ignores unknown fields.
 */
export function readRequest(operation: RemoteOperation, words: string[]): Record<string, unknown> {
  return Object.fromEntries(
    words.flatMap((word): Array<[string, unknown]> => {
      if (word === "-") return bodyOf(operation, readInput("-"));
      const [, name, how, text] = /^([^:=]+)(:?=)(.*)$/s.exec(word) ?? [];
      if (name === undefined || text === undefined) {
        throw new CommandFailed(`"${word}" is not key=value or key:=json`);
      }
      const field = findField(operation, name);
      return [[name, how === ":=" ? jsonOf(name, text) : fieldValue(field, text)]];
    }),
  );
}

export function findField({ name: operation, fields }: RemoteOperation, name: string): JsonSchema {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field) return field;
  throw new CommandFailed(`${operation} has no field "${name}"; it has ${Object.keys(fields).join(", ")}`);
}

/** The text of a file, or of standard input for `-`. */
export function readInput(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new CommandFailed(`cannot read ${file}: ${errorMessage(error)}`);
  }
}

function bodyOf(operation: RemoteOperation, text: string): Array<[string, unknown]> {
  const body = jsonOf("standard input", text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new CommandFailed("standard input is not a JSON object");
  for (const name of Object.keys(body)) findField(operation, name);
  return Object.entries(body);
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${name}: ${errorMessage(error)}`);
  }
}
