import { messageOf } from "../../base/thrown.ts";
import { fieldValue } from "../../service/field-value.ts";
import { CommandFailed } from "../command-failed.ts";
import type { Field, RemoteOperation } from "./operations.ts";

/**
 * A request out of words: `key=value` is read by the field's schema (a list as `a,b`), `key:=json` as JSON. What a
 * value may be is left to the service, which says it better; that a field exists is checked here, since the
 * service ignores what it does not know.
 */
export function requestOf(operation: RemoteOperation, words: string[]): Record<string, unknown> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, how, text] = /^([^:=]+)(:?=)(.*)$/s.exec(word) ?? [];
      if (name === undefined || text === undefined) {
        throw new CommandFailed(`"${word}" is not key=value or key:=json`);
      }
      const field = fieldOf(operation, name);
      return [name, how === ":=" ? jsonOf(name, text) : fieldValue(field, text)];
    }),
  );
}

export function fieldOf({ name: operation, fields }: RemoteOperation, name: string): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field) return field;
  throw new CommandFailed(`${operation} has no field "${name}"; it has ${Object.keys(fields).join(", ")}`);
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${name}: ${messageOf(error)}`);
  }
}
